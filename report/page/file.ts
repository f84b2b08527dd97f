/** The page as a file that needs nothing else. */

import { assemblePage, type PageInput } from "./assemble.ts";
import { renderPage } from "./document.ts";

/** The page, in parts that are written one after the other. */
export async function pageParts(
  input: Omit<PageInput, "places" | "written">,
): Promise<Iterable<string>> {
  const { data, details } = await assemblePage({
    ...input,
    places: [input.source.place],
    written: new Date().toISOString(),
  });
  return renderPage(data, details, { live: false });
}

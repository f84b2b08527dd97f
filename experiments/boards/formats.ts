/** All formats, and telling which one an export is of. */

import type { Adapter, Format } from "./adapter.ts";
import { backlog } from "./backlog.ts";
import { beads } from "./beads.ts";
import type { Document } from "./document.ts";
import { github } from "./github.ts";
import { jira } from "./jira.ts";
import { linear } from "./linear.ts";
import { seed } from "./seed.ts";
import { taskwarrior } from "./taskwarrior.ts";
import { trello } from "./trello.ts";

/** Every adapter, by the name of its format. */
export const ADAPTERS: Readonly<Record<Format, Adapter>> = {
  seed,
  beads,
  github,
  jira,
  trello,
  backlog,
  linear,
  taskwarrior,
};

/** The one adapter that recognises an export; null if none does, or more than one. */
export function detectFormat(document: Document): Adapter | null {
  const found = Object.values(ADAPTERS).filter((adapter) => adapter.recognises(document));
  return found.length === 1 ? found[0]! : null;
}

/** Whether there is nothing in an export at all. */
export function isEmpty(document: Document): boolean {
  for (const _ of document.rows()) return false;
  return document.shape !== "table" || document.head.length === 0;
}

/** A value with every text in it scrubbed: what is stored or sent may hold more than one. */

/** Rejects where secrets cannot be looked for: then withhold the value. */
export async function scrubDeep<T>(value: T): Promise<T> {
  const { scrub } = await import("./scrub.ts");
  return await scrubWith(value, scrub);
}

async function scrubWith<T>(value: T, scrub: (text: string) => Promise<string>): Promise<T> {
  if (typeof value === "string") return (value === "" ? value : await scrub(value)) as T;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await scrubWith(item, scrub));
    return items as T;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    entries.push([await scrub(name), await scrubWith(item, scrub)]);
  }
  return Object.fromEntries(entries) as T;
}

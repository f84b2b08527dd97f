/**
 * What a question to a model is made of: who it is, its rules, the data that it is shown, and the
 * shape of its answer. One schema shows that shape, asks for it and reads it: the fields are what
 * they should be or the answer is refused, with a sentence for the model that is asked again; what
 * it has beside them is dropped, and texts that ramble are cut.
 */

import type { z as Zod } from "zod";
import { isObject } from "../../lib/text/values.ts";
import { ZOD } from "../../schema/zod_package.ts";

// Not by its name: the hook that loads this runs without an import map, which would slow its start.
const zod: typeof import("zod") = await import(ZOD);

/** The package that shows, asks for and reads an answer. */
export const z: typeof Zod = zod.z;

/** What a variable is filled with: a text, which is bounded when it is shown, or lines as they are. */
type Value = string | number | boolean | readonly string[];

/** Values by the names that the variables have in the evals. */
type Parts = Readonly<Record<string, Value>>;

/** One question. */
export interface Question<Answer = unknown> {
  /** Who the model is. */
  readonly role: string;
  readonly rules: readonly string[];
  /** What it is shown, in this order. */
  readonly sections: readonly Section[];
  readonly answer: Zod.ZodType<Answer>;
}

/** A question about something. */
export interface Asked<Answer = unknown> {
  readonly question: Question<Answer>;
  readonly parts: Parts;
}

/** One block of data under a title. */
interface Section {
  readonly title: string;
  /** A variable, or several with a label for each. */
  readonly shows: string | Readonly<Record<string, string>>;
  /** Whether it is left out where there is nothing, and in evals, which never have it. */
  readonly optional?: true;
}

/** The title over what the agent said. */
export const SAID = "What the agent said last. Claims, not facts:";

/** The title over what the agent did. */
export const CALLS = "The last tool calls and what came back:";

/** Longer texts are cut, and more of them dropped: a model that rambles fills no disk. */
const MOST_TEXT = 4000;
const MOST_ITEMS = 50;

/** A text; `says` tells the model what belongs there. */
export function text(says: string): Zod.ZodType<string> {
  return z.string().describe(says).transform(bounded);
}

/** What to tell the agent, or null where there is nothing to say; an empty text is null too. */
export const NUDGE: Zod.ZodType<string | null> = z.string().nullable().describe("text")
  .transform((given) => bounded(given ?? "") || null);

/** Texts; empty ones are none. */
export function texts(says: string): Zod.ZodType<string[]> {
  return z.array(z.string()).describe(says).transform((items) =>
    items.slice(0, MOST_ITEMS).map(bounded).filter((item) => item !== "")
  );
}

/** A number within bounds. Its JSON Schema has none: not every provider takes them. */
export function numberTo(most: number): Zod.ZodType<number> {
  return z.number().describe(`0 to ${most}`)
    .refine((value) => value >= 0 && value <= most, `Expected a number from 0 to ${most}`);
}

/** The schema of an answer; `absent` says what a field that is left out stands for. */
export function answerOf<Answer>(
  shape: Zod.ZodType<Answer>,
  absent: Partial<Answer> = {},
): Zod.ZodType<Answer> {
  return z.preprocess((value) => isObject(value) ? { ...absent, ...value } : value, shape);
}

function bounded(given: string): string {
  const trimmed = given.trim();
  return trimmed.length > MOST_TEXT ? `${trimmed.slice(0, MOST_TEXT)}…` : trimmed;
}

/** The shape of an answer in words, as a model is shown it. */
export function shapeOf(answer: Zod.ZodType): string {
  const { properties = {} } = answer.toJSONSchema({ io: "input" });
  const fields = Object.entries(properties).map(([name, field]) => {
    const { type, description = "", enum: names } = field as Zod.core.JSONSchema.BaseSchema;
    const shown = names !== undefined
      ? names.map((value) => `"${value}"`).join(" | ")
      : type === "boolean"
      ? "true or false"
      : type === "number"
      ? description
      : type === "array"
      ? `["${description}"]`
      : `"${description}"`;
    return `"${name}": ${shown}`;
  });
  return `{${fields.join(", ")}}`;
}

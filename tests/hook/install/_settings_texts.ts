/** Settings files as people and programs write them: every layout, order, number form, double key. */

import fc from "fast-check";

type Json = { raw: string } | { array: Json[] } | { members: [string, Json][] };

/** How a text is laid out. */
interface Layout {
  /** A step of indentation. */
  unit: string;
  /** From this depth on, everything stands in one line. */
  inLineFrom: number;
  /** What stands inside of the brackets there. */
  padding: string;
  newline: string;
  colon: string;
  comma: string;
  /** What stands in an empty object or array. */
  empty: string;
  end: string;
  mark: string;
}

const layouts: fc.Arbitrary<Layout> = fc.record({
  unit: fc.constantFrom("", "  ", "    ", "\t", "            "),
  inLineFrom: fc.constantFrom(0, 1, 2, 3, 4, Infinity),
  padding: fc.constantFrom("", " "),
  newline: fc.constantFrom("\n", "\r\n"),
  colon: fc.constantFrom(":", ": ", " : "),
  comma: fc.constantFrom(",", ", "),
  empty: fc.constantFrom("", " ", "\n"),
  end: fc.constantFrom("", "\n", "\r\n", "\n\n"),
  mark: fc.constantFrom("", "", "", "\uFEFF"),
});

const scalars = fc.oneof(
  fc.constantFrom("0", "-0", "1.0", "1e5", "1E+400", "12345678901234567890", "true", "null"),
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\u0041\\/"', '"# reflection-kernel, they say"'),
).map((raw): Json => ({ raw }));

const keys = fc.oneof(
  fc.constantFrom("permissions", "10", "2", "-1", "", "__proto__", "toString", "hooks", "env", "a"),
  fc.string(),
);

const values = fc.letrec<{ any: Json; object: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalars,
    fc.array(tie("any"), { maxLength: 3 }).map((array): Json => ({ array })),
    tie("object"),
  ),
  object: fc.array(fc.tuple(keys, tie("any")), { maxLength: 3 })
    .map((members): Json => ({ members })),
}));

const handlers: fc.Arbitrary<Json> = fc.oneof(
  values.any,
  fc.string().map((command): Json => ({
    members: [["type", { raw: '"command"' }], ["command", { raw: JSON.stringify(command) }]],
  })),
);
const groups: fc.Arbitrary<Json> = fc.oneof(
  values.any,
  fc.array(handlers, { maxLength: 3 }).map((array): Json => ({ members: [["hooks", { array }]] })),
);
const events = fc.constantFrom("Stop", "SessionStart", "SessionEnd", "PreToolUse", "7");
const hooks = fc.array(
  fc.tuple(events, fc.array(groups, { maxLength: 3 }).map((array): Json => ({ array }))),
  { maxLength: 4 },
).map((members): Json => ({ members }));
const variables = fc.constantFrom(
  "REFLECTION_MODE",
  "REFLECTION_ASK",
  "REFLECTION_PROVIDER",
  "PATH",
  "1",
);
const env = fc.array(fc.tuple(variables, scalars), { maxLength: 3 })
  .map((members): Json => ({ members }));
const others = fc.tuple(keys.filter((key) => key !== "hooks" && key !== "env"), values.any);

/** Texts that are settings: whatever else is in them, `hooks` and `env` have their right types. */
export const settingsTexts: fc.Arbitrary<string> = fc.tuple(
  layouts,
  fc.array(
    fc.oneof(others, fc.tuple(fc.constant("hooks"), hooks), fc.tuple(fc.constant("env"), env)),
    { maxLength: 6 },
  ),
).map(([layout, members]) =>
  layout.mark + render({ members }, layout, layout.newline) + layout.end
);

function render(json: Json, layout: Layout, newline: string, depth = 0): string {
  if ("raw" in json) return json.raw;
  const inner = newline + layout.unit;
  const text = (value: Json): string => render(value, layout, inner, depth + 1);
  const [open, close, parts] = "array" in json ? ["[", "]", json.array.map(text)] : [
    "{",
    "}",
    json.members.map(([key, value]) => {
      return JSON.stringify(key) + layout.colon + text(value);
    }),
  ];
  if (parts.length === 0) return open + layout.empty + close;
  return depth >= layout.inLineFrom
    ? open + layout.padding + parts.join(layout.comma) + layout.padding + close
    : open + inner + parts.join(`,${inner}`) + newline + close;
}

import assert from "node:assert/strict";
import { SKIP_REASONS } from "../../../schema/names.ts";
import { toastOf } from "../../../hook/opencode/messages.ts";
import { COMPLETE } from "./_watched.ts";

const MAX = 200;

for (
  const [what, given, expected] of [
    ["that is done", {}, { message: "Task complete", variant: "success" }],
    ...(["skipped", "let_go"] as const).map((decision) =>
      [
        `whose agent waits for the person (${decision})`,
        { decision, skipped: "awaiting_user" },
        { message: "Awaiting user input", variant: "info" },
      ] as const
    ),
    ...(["let_go", "handed_over", "skipped"] as const).map((decision) =>
      [
        `that only the person can go on with (${decision})`,
        { decision, human: true, summary: "Log in to npm.", skipped: "awaiting_user" },
        { message: "Action needed: Log in to npm.", variant: "warning" },
      ] as const
    ),
    ["that was given up", { decision: "handed_over", summary: "Two tests fail." }, {
      message: "Not finished, over to you: Two tests fail.",
      variant: "warning",
    }],
  ] as const
) {
  Deno.test(`A task ${what} is shown as that`, () => {
    assert.deepEqual(toastOf({ ...COMPLETE, ...given }), expected);
  });
}

Deno.test("Nothing is shown of what was not judged, nor of what nobody is to hear of", () => {
  for (const skipped of SKIP_REASONS.filter((reason) => reason !== "awaiting_user")) {
    assert.equal(toastOf({ ...COMPLETE, decision: "skipped", skipped }), null, skipped);
    assert.equal(toastOf({ ...COMPLETE, decision: "let_go", skipped }), null, skipped);
  }
  assert.equal(toastOf({ ...COMPLETE, complete: null }), null, "nothing tells");
  assert.equal(toastOf({ ...COMPLETE, complete: false }), null, "something forbids to speak");
  assert.equal(toastOf({ ...COMPLETE, decision: "observed" }), null);
  assert.equal(toastOf({ ...COMPLETE, decision: "pushed" }), null);
});

Deno.test("A toast is one line, and no longer than fits", () => {
  const shown = (summary: string) => toastOf({ ...COMPLETE, human: true, summary })!.message;
  assert.equal(shown("  Log\n\tin  "), "Action needed: Log in");
  const fits = "x".repeat(MAX - "Action needed: ".length);
  assert.equal(shown(fits), `Action needed: ${fits}`);
  const long = shown(`${fits}y`);
  assert.equal(long.length, MAX);
  assert.ok(long.endsWith("x…"));
});

Deno.test("No character of a toast is cut in half", () => {
  for (const shift of ["", "x"]) {
    const summary = shift + "😀".repeat(MAX);
    assert.ok(toastOf({ ...COMPLETE, human: true, summary })?.message.isWellFormed());
  }
});

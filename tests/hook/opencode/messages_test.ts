import assert from "node:assert/strict";
import { SKIP_REASONS } from "../../../schema/names.ts";
import { toastOf, TOASTS } from "../../../hook/opencode/messages.ts";
import { COMPLETE } from "./_watched.ts";

const MAX = 200;

Deno.test("The toasts have the texts that users know", () => {
  assert.equal(TOASTS.complete.message, "Task complete");
  assert.equal(TOASTS.waiting.message, "Awaiting user input");
});

Deno.test("A task that is done is shown as complete", () => {
  assert.deepEqual(toastOf(COMPLETE), TOASTS.complete);
});

Deno.test("An agent that waits for the person is shown as waiting", () => {
  for (const decision of ["skipped", "let_go"] as const) {
    const outcome = { ...COMPLETE, decision, skipped: "awaiting_user" } as const;
    assert.deepEqual(toastOf(outcome), TOASTS.waiting);
  }
});

Deno.test("What only the person can do is shown before anything else", () => {
  for (const decision of ["let_go", "handed_over", "skipped"] as const) {
    const outcome = { ...COMPLETE, decision, human: true, summary: "Log in to npm." };
    assert.deepEqual(toastOf({ ...outcome, skipped: "awaiting_user" }), {
      message: "Action needed: Log in to npm.",
      variant: "warning",
    });
  }
});

Deno.test("A task that was given up is handed over with what is open", () => {
  assert.deepEqual(toastOf({ ...COMPLETE, decision: "handed_over", summary: "Two tests fail." }), {
    message: "Not finished, over to you: Two tests fail.",
    variant: "warning",
  });
});

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

import { deepEqual } from "node:assert/strict";
import { answer, result, text, toolUse, user } from "../../judge/_transcript.ts";
import { stopsIn } from "./stops.ts";

const enqueued = (content: string): string =>
  JSON.stringify({ type: "queue-operation", operation: "enqueue", content });

/** What was said last, and next. */
const split = (...lines: string[]): string[] =>
  stopsIn(lines).stops.map(({ last, next, lines }) => `${lines}: ${last} / ${next}`);

Deno.test("a stop is an end of a turn to which the person then says something", () => {
  const call = [answer("m1", toolUse("t1")), result("t1", "ok")];
  deepEqual(split(user("Fix it"), ...call, answer("m2", text("Done.")), user("Thanks")), [
    "4: Done. / Thanks",
  ]);
  deepEqual(split(user("Fix it"), ...call, answer("m2", text("Done."))), []);
  deepEqual(split(user("Fix it"), ...call, user("Thanks")), []);
  deepEqual(
    split(answer("m1", text("Done.")), user("[Request interrupted by user]"), user("No")),
    [],
  );
  deepEqual(split(answer("m1", text("Done.")), user("<task-notification>x"), user("So?")), [
    "1: Done. / So?",
  ]);
  deepEqual(split(answer("m1", text("Working.")), answer("m1", toolUse("t1")), user("And?")), []);
});

Deno.test("what was sent before the end of a turn is no reaction to it", () => {
  const early = [user("Fix it"), enqueued("And b"), answer("m1", text("Done.")), user("And b")];
  deepEqual(split(...early), []);
  deepEqual(stopsIn(early).queued, 1);
  deepEqual(split(user("Fix it"), answer("m1", text("Done.")), enqueued("And b"), user("And b")), [
    "2: Done. / And b",
  ]);
});

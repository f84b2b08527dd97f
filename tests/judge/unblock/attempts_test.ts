import assert from "node:assert/strict";
import { callOf } from "../../../judge/conversation.ts";
import {
  type Attempts,
  commandHash,
  endOfCall,
  type Failure,
  newAttempts,
  noteFailure,
  notePass,
  readAttempts,
} from "../../../judge/unblock/attempts.ts";
import { attemptMark, parseAttemptMark } from "../../../judge/unblock/protocol.ts";

/** A run of tests in which these failed. */
function failing(command: string, ...tests: string[]): Failure {
  const output = [
    ...tests.map((name, at) => `not ok ${at + 1} - ${name}`),
    `# tests 9`,
    `# fail ${tests.length}`,
  ].join("\n");
  const [failure] = endOfCall(
    callOf({ name: "Bash", input: { command }, output, state: "failed", exitCode: 1 }),
  ).failures;
  assert.ok(failure);
  return failure;
}

/** What each failure comes to, where the tree changed before every one. */
function attemptsOf(...failures: Failure[]): number[] {
  let attempts = newAttempts();
  return failures.map((failure, at) => {
    const counted = noteFailure(attempts, failure, `tree ${at}`);
    attempts = counted.attempts;
    return counted.attempt;
  });
}

const A = failing("node --test", "adds");
const B = failing("node --test", "subtracts");

Deno.test("the same failure after a change is the next attempt", () => {
  assert.deepEqual(attemptsOf(A, A, A, A, A), [1, 2, 3, 4, 5]);
});

Deno.test("running the same again without a change is no attempt", () => {
  const first = noteFailure(newAttempts(), A, "tree");
  const second = noteFailure(first.attempts, A, "tree");
  assert.deepEqual([second.attempt, second.counted], [1, false]);
  const third = noteFailure(second.attempts, A, null);
  assert.deepEqual([third.attempt, third.counted], [1, false], "nobody knows of a change");
});

Deno.test("a different failure has its own counter, and to and fro is no progress", () => {
  assert.deepEqual(attemptsOf(A, B, A, B, A, B), [1, 1, 2, 2, 3, 3]);
});

Deno.test("only the same command passing resets a counter", () => {
  let { attempts } = noteFailure(newAttempts(), A, "1");
  attempts = notePass(attempts, commandHash("npm run lint"));
  assert.equal(noteFailure(attempts, A, "2").attempt, 2);
  attempts = notePass(attempts, commandHash("node --test"));
  assert.equal(noteFailure(attempts, A, "3").attempt, 1);
});

Deno.test("fewer failing tests reset the counter, as many do not", () => {
  const three = failing("node --test", "a", "b", "c");
  const one = failing("node --test", "c");
  assert.deepEqual(attemptsOf(three, three, one, three), [1, 2, 1, 2]);
  assert.deepEqual(attemptsOf(three, one, three, one, three), [1, 1, 2, 3, 4], "to and fro");
});

Deno.test("a test that stays while others come and go is counted on", () => {
  const sets = ["subtracts", "multiplies", "divides"]
    .map((other) => failing("node --test", "adds", other));
  assert.deepEqual(attemptsOf(A, ...sets), [1, 2, 3, 4]);
});

Deno.test("a pass in one package resets nothing in another", () => {
  const run = (folder: string, output: string, exitCode: number) =>
    endOfCall(callOf({
      name: "Bash",
      input: { command: `cd packages/${folder} && npm test` },
      output,
      state: exitCode === 0 ? "done" : "failed",
      exitCode,
    }));
  const [fails] = run("b", "not ok 1 - adds\n# fail 1", 1).failures;
  const [passes] = run("a", "# tests 1\n# pass 1\n# fail 0", 0).passed;
  let { attempts } = noteFailure(newAttempts(), fails!, "1");
  attempts = notePass(attempts, passes!);
  assert.equal(noteFailure(attempts, fails!, "2").attempt, 2);
});

Deno.test("nothing of what was run or printed is remembered in words", () => {
  const { attempts } = noteFailure(
    newAttempts(),
    failing("curl -H secret && node --test", "adds"),
    "1",
  );
  assert.ok(!/secret|adds|node/.test(JSON.stringify(attempts)));
});

Deno.test("what differs from run to run makes no other failure", () => {
  const run = (output: string, command = "pytest -q") =>
    endOfCall(callOf({ name: "Bash", input: { command }, output, state: "failed", exitCode: 1 }))
      .failures[0]!.keys.join();
  const first = run(
    "FAILED /tmp/run-1/tests/test_a.py::test_x - AssertionError: 12 != 13 at 0x7f3a9c1b2d40\n" +
      "1 failed in 0.12s",
  );
  const second = run(
    "FAILED /home/me/tests/test_a.py::test_x - AssertionError: 12 != 99 at 0x55aa01234567\n" +
      "1 failed in 3.45s",
  );
  assert.equal(first, second);
  assert.notEqual(first, run("FAILED tests/test_a.py::test_y - KeyError\n1 failed in 1s"));
  // The same tests by another command are the same failure.
  assert.equal(
    run("not ok 1 - adds\n# fail 1", "node --test"),
    run("not ok 4 - adds\n# fail 1", "npm test -- --bail"),
  );
});

Deno.test("a command that fails is known by itself, and one that only looks is none", () => {
  const ended = (command: string, output = "no") =>
    endOfCall(callOf({ name: "Bash", input: { command }, output, state: "failed", exitCode: 1 }));
  const [build] = ended("npm run build > /tmp/x1.log 2>&1").failures;
  assert.equal(build!.command, ended("npm run build").failures[0]!.command);
  assert.deepEqual(ended("grep -r TODO src").failures, []);
  assert.deepEqual(ended("git diff --exit-code").failures, []);
});

Deno.test("what was remembered is read back, and nonsense is left out", () => {
  const { attempts } = noteFailure(newAttempts(), A, "tree");
  assert.deepEqual(readAttempts(JSON.parse(JSON.stringify(attempts))), attempts);
  for (const odd of [null, 7, "x", [], {}, { counters: 1 }, { counters: [null, 7, {}] }]) {
    assert.deepEqual(readAttempts(odd), newAttempts());
  }
  const counter = attempts.counters[0]!;
  const bad = [{ ...counter, attempt: 0 }, { ...counter, attempt: 1e9 }, { ...counter, key: 1 }];
  assert.deepEqual(readAttempts({ counters: bad }), newAttempts());
});

Deno.test("the same command that ends with another status is another failure", () => {
  const ends = (exitCode: number) => {
    const input = { command: "npm run build" };
    const call = callOf({ name: "Bash", input, output: "no", state: "failed", exitCode });
    return endOfCall(call).failures[0]!;
  };
  assert.deepEqual(attemptsOf(ends(1), ends(2), ends(1)), [1, 1, 2]);
});

Deno.test("so many failures are remembered, and no more", () => {
  let attempts: Attempts = newAttempts();
  for (let n = 0; n < 100; n++) {
    const failure = { ...A, keys: [`tests ${n}`] };
    attempts = noteFailure(attempts, failure, `${n}`).attempts;
  }
  assert.equal(attempts.counters.length, 60);
  assert.equal(attempts.counters.at(-1)!.key, "tests 99");
});

Deno.test("the mark of an attempt is read as it is written", () => {
  for (const attempt of [1, 2, 3, 4, 17, 999]) {
    assert.equal(parseAttemptMark(attemptMark(attempt)), attempt);
  }
  const odd = [
    "",
    "[ATTEMPT: 0]",
    "[ATTEMPT: N]",
    "[ATTEMPT: 4+]",
    "[ATTEMPT: -1]",
    "4",
    "[attempt: 4]",
  ];
  for (const text of odd) assert.equal(parseAttemptMark(text), null, text);
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { COMPACTION_ACTIONS } from "../../../judge/compaction.ts";
import type { JudgedStop } from "../../../hook/opencode/question.ts";
import type { StuckVerdict } from "../../../schema/types.ts";
import { Account, type Found, newTally, type Tally } from "./_watch_account.ts";
import {
  CAPTURING,
  COMPLETE,
  judgedStop,
  JUDGING,
  OBSERVING,
  STUCK,
  type Switches,
  WAITING,
  WORKING,
} from "./_watched.ts";

/** Something that happens in a session. The account is the model and the real thing in one. */
class Happening<Given> implements fc.Command<Account, Account> {
  constructor(
    readonly name: string,
    readonly given: Given,
    readonly happens: (account: Account, given: Given) => void,
  ) {}
  check(): boolean {
    return true;
  }
  run(_: Account, account: Account): void {
    this.happens(account, this.given);
  }
  toString(): string {
    return `${this.name} ${JSON.stringify(this.given)}`;
  }
}

function happenings<Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  happens: (account: Account, given: Given) => void,
): fc.Arbitrary<Happening<Given>> {
  return given.map((given) => new Happening(name, given, happens));
}

const nothing = fc.constant(null);
const which = fc.nat({ max: 5 });
const rarely = fc.integer({ min: 0, max: 5 }).map((n) => n === 5);
const id = fc.constantFrom("q1", "q2", "q3");
const milliseconds = fc.oneof(
  fc.constantFrom(0, 1, 3_000, 15_000, 30_000, 60_000),
  fc.nat({ max: 100_000 }),
);

const WELL: Found = {
  aborted: false,
  failed: false,
  summarised: false,
  open: false,
  unanswered: false,
  byPerson: false,
};
const found: fc.Arbitrary<Found> = fc.oneof(
  fc.constant(WELL),
  fc.record({
    aborted: rarely,
    failed: rarely,
    summarised: rarely,
    open: rarely,
    unanswered: rarely,
    byPerson: rarely,
  }),
);
const outcome = fc.constantFrom<JudgedStop | null>(
  null,
  judgedStop(),
  judgedStop({ human: true }),
  COMPLETE,
  { ...COMPLETE, human: true },
  { ...COMPLETE, skipped: "awaiting_user" },
  { ...COMPLETE, decision: "handed_over" },
  { ...COMPLETE, decision: "skipped", skipped: "concurrent" },
);
const silence = fc.constantFrom<StuckVerdict>(STUCK, STUCK, STUCK, WORKING, WAITING);
const compaction = fc.option(
  fc.record({ auto: rarely.map((is) => !is), continued: rarely }),
  { freq: 9 },
);

const everything = [
  happenings("person", nothing, (account) => account.person()),
  happenings("abort", nothing, (account) => account.abort()),
  happenings("revert", nothing, (account) => account.revert()),
  happenings("fail", nothing, (account) => account.fail()),
  happenings("busy", nothing, (account) => account.busy()),
  happenings("activity", fc.boolean(), (account, writes) => account.activity(writes)),
  happenings("ask", id, (account, id) => account.ask(id)),
  happenings("answer", id, (account, id) => account.answer(id)),
  happenings("idle", nothing, (account) => account.idle()),
  happenings("compacted", nothing, (account) => account.compacted()),
  happenings("pass", milliseconds, (account, given) => account.pass(given)),
  happenings("wait", nothing, (account) => account.wait()),
  happenings(
    "stopped",
    fc.record({ which, found }),
    (account, { which, found }) => account.stopped(which, found),
  ),
  happenings(
    "judged",
    fc.record({ which, outcome }),
    (account, { which, outcome }) => account.judged(which, outcome),
  ),
  happenings(
    "looked",
    fc.record({ which, silence }),
    (account, { which, silence }) => account.looked(which, silence),
  ),
  happenings(
    "weighed",
    fc.record({ which, action: fc.constantFrom(...COMPACTION_ACTIONS), compaction }),
    (account, { which, action, compaction }) => account.weighed(which, action, compaction),
  ),
  // What chance alone hardly makes: an end of the agent that is being judged,
  happenings("end", nothing, (account) => {
    account.busy();
    account.activity(true);
    account.idle();
    account.stopped(0, WELL);
  }),
  // many in a row that are sent back,
  happenings("rounds", fc.integer({ min: 1, max: 20 }), (account, count) => {
    for (let round = 0; round < count; round++) {
      account.busy();
      account.activity(true);
      account.idle();
      account.stopped(0, WELL);
      account.judged(0, judgedStop());
    }
  }),
  // an error that is followed by silence,
  happenings("silence", fc.boolean(), (account, told) => {
    account.busy();
    if (told) account.fail();
    account.idle();
    account.stopped(0, { ...WELL, failed: true });
    account.pass(30_000);
    account.looked(0, STUCK);
  }),
  // one in which the agent works and works,
  happenings("waits", fc.record({ count: fc.nat({ max: 20 }), silence }), (account, given) => {
    account.busy();
    for (let wait = 0; wait < given.count; wait++) account.wait();
    account.looked(0, given.silence);
    account.wait();
  }),
  // a command of the person's,
  happenings("command", nothing, (account) => {
    account.busy();
    account.idle();
    account.stopped(0, { ...WELL, byPerson: true });
  }),
  // an end that is judged while a compaction is to be weighed,
  happenings("judging", outcome, (account, outcome) => {
    account.busy();
    account.compacted();
    account.activity(true);
    account.idle();
    account.stopped(0, WELL);
    account.wait();
    account.judged(0, outcome);
    account.wait();
    account.weighed(0, "task_complete", { auto: true, continued: false });
  }),
  // and a compaction in the middle of work.
  happenings("compaction", compaction, (account, compaction) => {
    account.compacted();
    account.idle();
    account.wait();
    account.weighed(0, "continue_task", compaction);
  }),
];

const RUNS = 2_000;
const SEED = 20260131;
const commands = fc.commands(everything, { maxCommands: 60, size: "max" });

/** Plays any orders of events, and gives what was done in all of them. */
function play(switches: Switches): Tally {
  const tally = newTally();
  fc.assert(
    fc.property(commands, (commands) => {
      const account = new Account(switches, tally);
      fc.modelRun(() => ({ model: account, real: account }), commands);
    }),
    { seed: SEED, numRuns: RUNS },
  );
  return tally;
}

Deno.test("No order of events makes the watch break a promise", () => {
  const tally = play(JUDGING);
  for (const [what, times] of Object.entries(tally)) {
    assert.ok(times > RUNS / 20, `only ${times} times "${what}": this proves nothing`);
  }
});

Deno.test("No order of events makes an observer say or show anything", () => {
  const { feedback, nudge, toast, judge, look, weigh } = play(OBSERVING);
  assert.deepEqual([feedback, nudge, toast], [0, 0, 0]);
  assert.ok(Math.min(judge, look, weigh) > RUNS / 20);
});

Deno.test("No order of events makes a watch that only captures do more than that", () => {
  const { capture, ...others } = play(CAPTURING);
  assert.ok(capture > RUNS / 20);
  assert.deepEqual(new Set(Object.values(others)), new Set([0]));
});

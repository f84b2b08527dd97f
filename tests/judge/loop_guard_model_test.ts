import fc from "fast-check";
import type { VerdictEffect } from "../../judge/loop_guard.ts";
import { Client, type Prompt, type Stop, type Verdict } from "./_loop_guard_client.ts";

/** The client keeps the account itself: it is the model and the real thing in one. */
class Event<Given> implements fc.Command<Client, Client> {
  constructor(
    readonly name: string,
    readonly given: Given,
    readonly happens: (client: Client, given: Given) => void,
    readonly mayHappen: (client: Client) => boolean,
  ) {}
  check(client: Client): boolean {
    return this.mayHappen(client);
  }
  run(_: Client, client: Client): void {
    this.happens(client, this.given);
  }
  toString(): string {
    return `${this.name} ${JSON.stringify(this.given)}`;
  }
}

function events<Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  happens: (client: Client, given: Given) => void,
  mayHappen: (client: Client) => boolean = () => true,
): fc.Arbitrary<Event<Given>> {
  return given.map((given) => new Event(name, given, happens, mayHappen));
}

const never = fc.constant(false);
const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 9);
const evidence = fc.constantFrom("one", "two", "three");
const which = fc.nat({ max: 5 });
const effect: fc.Arbitrary<VerdictEffect> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<VerdictEffect>("push") },
  {
    weight: 1,
    arbitrary: fc.constantFrom<VerdictEffect>("let_go", "watch", "hold", "needs_human"),
  },
);

const prompt: fc.Arbitrary<Prompt> = fc.record({
  rewind: fc.oneof(fc.constant(0), fc.nat({ max: 5 })),
});
const stop: fc.Arbitrary<Stop> = fc.record({
  again: rarely,
  planMode: rarely,
  background: rarely,
  blockedByOther: rarely,
});
const plainStop: fc.Arbitrary<Stop> = fc.record({
  again: never,
  planMode: never,
  background: never,
  blockedByOther: rarely,
});
const verdict: fc.Arbitrary<Verdict> = fc.record({ which, effect, evidence, observed: rarely });
const garbage = fc.oneof(
  fc.constant(undefined),
  fc.string(),
  fc.json(),
  fc.constant('{"task":1,"settled":null,"pushed":[]}'),
);
const rounds = fc.record({
  evidence: fc.array(evidence, { minLength: 1, maxLength: 20 }),
  changes: fc.boolean(),
});

const isJudging = (client: Client): boolean => client.judging > 0;
const PLAIN_STOP: Stop = {
  again: false,
  planMode: false,
  background: false,
  blockedByOther: false,
};

const everything = [
  events("prompt", prompt, (client, given) => client.prompt(given, false)),
  events(
    "prompt while running",
    prompt,
    (client, given) => client.prompt({ ...given, rewind: 0 }, true),
    (client) => client.running,
  ),
  events("stop", stop, (client, given) => client.stop(given)),
  events("stop told twice", plainStop, (client, given) => {
    client.stop(given);
    client.stop({ ...given, again: true });
  }),
  events("verdict", verdict, (client, given) => client.verdict(given), isJudging),
  events("verdict and the stop again", verdict, (client, given) => {
    client.verdict(given);
    client.stop({ ...PLAIN_STOP, again: true });
  }, isJudging),
  // Long rows of feedback are what the limits are for, and what chance alone hardly makes.
  events("rounds", rounds, (client, { evidence, changes }) => {
    evidence.forEach((print, round) => {
      client.stop(PLAIN_STOP);
      if (client.judging === 0) return;
      client.verdict({
        which: client.judging - 1,
        effect: "push",
        evidence: changes ? `${round}` : print,
        observed: false,
      });
    });
  }),
  events("escape", fc.constant(null), (client) => client.escape()),
  events("foreign stop", fc.constant(null), (client) => client.foreignStop()),
  events("kill", which, (client, which) => client.kill(which), isJudging),
  events(
    "lose",
    garbage,
    (client, given) => client.lose(given),
    (client) => client.showsAll,
  ),
  events("compact", fc.nat({ max: 3 }), (client, forgets) => client.compact(forgets)),
];

const RUNS = 2_000;
const SEED = 20260131;

for (const blockCap of [null, 8, 3, 40]) {
  Deno.test(`No order of events makes the guard break a promise where the client's cap is ${blockCap}`, () => {
    fc.assert(
      fc.property(fc.commands(everything, { maxCommands: 60, size: "max" }), (commands) => {
        const client = new Client(blockCap);
        fc.modelRun(() => ({ model: client, real: client }), commands);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
}

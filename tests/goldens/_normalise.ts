/** Takes out of a golden run's text what is another at every run, and nothing else. */

import { PROJECT } from "../support/process.ts";

/**
 * Where the programs stand that clients start. A program may move within the project: then its line
 * here follows, and every golden file stays as it is.
 */
const PROGRAMS: Readonly<Record<string, string>> = {
  START: "hook/start.ts",
  STOP: "hook/stop.ts",
  JUDGE: "hook/judge.ts",
  COMPACT: "hook/compact.ts",
  IDLE: "hook/idle.ts",
  ATTEMPT: "hook/attempt.ts",
  ESCALATION: "hook/escalation.ts",
  WORKER: "hook/review.ts",
  NOTICE: "hook/notice.ts",
  OPENCODE_JUDGE: "hook/opencode/judge.ts",
  OPENCODE_PLUGIN: "hook/opencode/plugin.ts",
  OPENCODE_SWITCHED_ON: "hook/opencode/switched_on.ts",
};

/** How far ahead of the clock a moment may lie that a program computed: caches are kept that long. */
const AHEAD = 25 * 3_600_000;

/** What one run's text is freed from. */
export class Normaliser {
  readonly #begun = Date.now() - 1000;
  readonly #more: [pattern: RegExp, name: string][] = [];

  constructor(readonly folder: string) {}

  /** Something that varies in this run only. */
  add(pattern: RegExp, name: string): void {
    this.#more.push([pattern, name]);
  }

  /** The text, the same at every run on every machine. */
  text(given: string): string {
    let text = given;
    // The scratch machine is in another temporary folder each time, and the project anywhere. In
    // addresses and in JSON both are written in other ways.
    for (const [path, name] of [[this.folder, "<DIR>"], [PROJECT, "<ROOT>"]] as const) {
      text = text.replaceAll(path, name).replaceAll(encodeURI(path), name);
    }
    for (const [name, path] of Object.entries(PROGRAMS)) {
      for (const root of ["<ROOT>", "$CLAUDE_PLUGIN_ROOT", "$REFLECTION_ROOT"]) {
        text = text.replaceAll(`${root}/${path}`, `${root}/<${name}>`);
      }
    }
    for (const [pattern, name] of this.#more) text = text.replaceAll(pattern, name);
    return text
      // Moments that the clock gave, as ISO-8601 and as parts of file names. Those of the inputs lie
      // before the run and stay as they are.
      .replaceAll(
        /(\d{4}-\d\d-\d\dT\d\d)[:-](\d\d)[:-](\d\d)(?:[.-](\d{3}))?Z/g,
        (found, hours, minutes, seconds, ms = "999") =>
          this.#isNow(Date.parse(`${hours}:${minutes}:${seconds}.${ms}Z`)) ? "<TIME>" : found,
      )
      // The same as milliseconds.
      .replaceAll(/\b\d{13}\b/g, (found) => this.#isNow(Number(found)) ? "<TIME>" : found)
      // How long a judgement or a review took.
      .replaceAll(/"duration_ms": ?\d+/g, `"duration_ms": "<DURATION>"`)
      .replaceAll(/^- Duration: \d+\.\d s$/gm, "- Duration: <DURATION>");
  }

  #isNow(time: number): boolean {
    return time >= this.#begun && time <= Date.now() + AHEAD;
  }
}

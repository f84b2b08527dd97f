/** What the user switched on, by the same variables as elsewhere. */

/** The switches. */
interface Switches {
  readonly on: boolean;
  /** Whether anything is judged. */
  readonly judges: boolean;
  /** Whether the agent and the person hear of it. */
  readonly speaks: boolean;
  /** Whether the agent is asked for its self-report. */
  readonly ask: boolean;
  readonly debug: boolean;
}

/** Reads them; anything odd is off. */
export function readSwitches(env: Readonly<Record<string, string | undefined>>): Switches {
  const { REFLECTION_MODE: mode, REFLECTION_JUDGE: judge, REFLECTION_INSIDE: inside } = env;
  const on = (mode === "solo" || mode === "orchestrated") && !inside;
  return {
    on,
    judges: judge === "observe" || judge === "on",
    speaks: judge === "on",
    ask: env.REFLECTION_ASK === "1",
    debug: env.REFLECTION_DEBUG === "1",
  };
}

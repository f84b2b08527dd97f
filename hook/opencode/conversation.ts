/** Where an OpenCode session stands, as its messages tell it. Pure; runs wherever the plugin runs. */

import { type Conversation, positionOf } from "../../judge/conversation.ts";
import { isContinue, type OpenCodeMessage, readOpenCode } from "../../judge/transcript/opencode.ts";
import { nameOf, objectOf, type Values } from "../../lib/text/values.ts";
import type { ModelName } from "./question.ts";

/** The agent, model and terms of a message: one of ours must not change them. */
export interface Addressee {
  readonly agent: string | null;
  readonly model: ModelName | null;
  readonly variant: string | null;
  readonly system: string | null;
  /** Tools by name, and whether they may be used. */
  readonly tools: Readonly<Record<string, boolean>> | null;
}

const UNADDRESSED: Addressee = {
  agent: null,
  model: null,
  variant: null,
  system: null,
  tools: null,
};

/** How a session stands. */
export interface Standing {
  readonly conversation: Conversation;
  /** Where the conversation stands. */
  readonly position: string;
  /** The person's last message. */
  readonly promptId: string | null;
  /** What the agent said last. */
  readonly lastMessage: string | null;
  /** Whether the agent's answer is still being written. */
  readonly open: boolean;
  /** Whether the last message has no answer at all. */
  readonly unanswered: boolean;
  /** Whether the last thing that happened is that the person ran a command. */
  readonly byPerson: boolean;
  /** Whether the last thing that happened is that a person stopped the agent. */
  readonly aborted: boolean;
  /** Whether the agent ended with an error that is no abort. */
  readonly failed: boolean;
  /** Whether the agent may only plan. */
  readonly planMode: boolean;
  /** Whether the last message is a summary that was asked for, and no work. */
  readonly summarised: boolean;
  /** The last compaction: by whom, and whether the client went on by itself after it. */
  readonly compaction: { readonly auto: boolean; readonly continued: boolean } | null;
  /** Where the next message of ours has to go, so that it switches neither agent nor model. */
  readonly addressee: Addressee;
}

/** The agent that may only plan. */
const PLAN_AGENT = "plan";

/** So much of the last message is told: a self-report stands at its end. */
const MAX_LAST_MESSAGE = 200_000;

type Told = Omit<Standing, "conversation" | "position">;

const NOTHING_TOLD: Told = {
  promptId: null,
  lastMessage: null,
  open: false,
  unanswered: true,
  byPerson: false,
  aborted: false,
  failed: false,
  planMode: false,
  summarised: false,
  compaction: null,
  addressee: UNADDRESSED,
};

/** Reads what `session.messages` gives. */
export function readMessages(given: unknown): Standing {
  const { conversation, messages } = readOpenCode(given);
  let told = NOTHING_TOLD;
  for (const message of messages) told = { ...told, ...AFTER[message.kind](message, told) };
  return { ...told, conversation, position: positionOf(conversation) };
}

/** What is no more once anything follows. */
const GONE_ON = {
  open: false,
  unanswered: false,
  byPerson: false,
  aborted: false,
  failed: false,
  summarised: false,
};

const AFTER: {
  readonly [kind in OpenCodeMessage["kind"]]: (
    message: OpenCodeMessage,
    told: Told,
  ) => Partial<Told>;
} = {
  asked: afterAsked,
  answer: afterAnswer,
  summary: () => ({ ...GONE_ON, summarised: true }),
  command: () => ({ byPerson: true, unanswered: false, open: false }),
};

function afterAsked(
  { id, info, parts, origin }: OpenCodeMessage,
  { promptId, compaction, addressee }: Told,
): Partial<Told> {
  const asked = parts.find(({ type }) => type === "compaction");
  return {
    ...GONE_ON,
    unanswered: asked === undefined,
    promptId: origin === "person" ? id : promptId,
    // What was said about an earlier task says nothing about this one.
    ...origin === "person" ? { lastMessage: null } : {},
    addressee: asked === undefined ? nextAddressee(info, origin, addressee) : addressee,
    planMode: info.agent === PLAN_AGENT,
    compaction: asked !== undefined
      ? { auto: asked.auto === true, continued: false }
      : compaction && { ...compaction, continued: compaction.continued || parts.some(isContinue) },
  };
}

function afterAnswer({ info, text, ended, aborted }: OpenCodeMessage): Partial<Told> {
  return {
    ...GONE_ON,
    open: !ended,
    aborted,
    failed: objectOf(info.error) !== null && !aborted,
    planMode: info.agent === PLAN_AGENT || info.mode === PLAN_AGENT,
    ...text === "" ? {} : { lastMessage: text.slice(-MAX_LAST_MESSAGE) },
  };
}

/** The client's own messages name agent and model, as where a plan is approved, and no other terms. */
function nextAddressee(
  info: Values,
  origin: OpenCodeMessage["origin"],
  before: Addressee,
): Addressee {
  const { agent, model, ...terms } = addresseeOf(info);
  if (origin !== "synthetic") return { agent, model, ...terms };
  return { ...before, agent: agent ?? before.agent, model: model ?? before.model };
}

function addresseeOf({ agent, model, variant, system, tools }: Values): Addressee {
  const named = objectOf(model) ?? {};
  const [providerID, modelID] = [nameOf(named.providerID), nameOf(named.modelID)];
  const allowed = Object.entries(objectOf(tools) ?? {})
    .filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean");
  return {
    agent: nameOf(agent),
    model: providerID === null || modelID === null ? null : { providerID, modelID },
    variant: nameOf(variant) ?? nameOf(named.variant),
    system: typeof system === "string" && system !== "" ? system : null,
    tools: allowed.length === 0 ? null : Object.fromEntries(allowed),
  };
}

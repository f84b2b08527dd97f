/** The client's events in the words of {@linkcode watch}. What is not known is passed over. */

import type { WatchEvent } from "./watch.ts";
import { nameOf, objectOf, type Values } from "../../lib/text/values.ts";

/** What an event tells. */
interface Told {
  readonly sessionId: string;
  /** The session, where the event tells what it is. */
  readonly created: { readonly parentID?: unknown; readonly title?: unknown } | null;
  readonly deleted: boolean;
  /** The id of a user's message. */
  readonly userMessage: string | null;
  /** The id of the message that a part belongs to. */
  readonly part: string | null;
  readonly happened: WatchEvent | null;
}

/** Parts that an agent writes. Others are bookkeeping of the client's. */
const WRITTEN: ReadonlySet<unknown> = new Set(["text", "reasoning", "tool"]);

/** Reads an event; null where it is of no session. */
export function translate(type: string, given: unknown): Told | null {
  const properties = objectOf(given) ?? {};
  const info = objectOf(properties.info);
  const part = objectOf(properties.part);
  const sessionId = nameOf(properties.sessionID) ?? nameOf(part?.sessionID) ??
    nameOf(info?.sessionID) ?? (type.startsWith("session.") ? nameOf(info?.id) : null);
  if (sessionId === null) return null;
  return {
    sessionId,
    created: type === "session.created" ? info : null,
    deleted: type === "session.deleted",
    userMessage: type === "message.updated" && info?.role === "user" ? nameOf(info.id) : null,
    part: nameOf(part?.messageID) ?? nameOf(properties.messageID),
    happened: eventOf(type, properties, part),
  };
}

function eventOf(type: string, properties: Values, part: Values | null): WatchEvent | null {
  switch (type) {
    case "session.idle":
      return { kind: "idle" };
    case "session.status": {
      const status = objectOf(properties.status)?.type;
      return status === "busy" || status === "retry" ? { kind: "busy" } : null;
    }
    case "session.error": {
      const aborted = objectOf(properties.error)?.name === "MessageAbortedError";
      return { kind: aborted ? "aborted" : "failed" };
    }
    case "session.compacted":
      return { kind: "compacted" };
    case "session.updated":
      return objectOf(objectOf(properties.info)?.revert) === null ? null : { kind: "reverted" };
    case "message.part.updated":
      return WRITTEN.has(part?.type) ? { kind: "activity" } : null;
    case "message.part.delta":
    case "todo.updated":
      return { kind: "activity" };
    case "permission.asked":
    case "permission.updated":
    case "question.asked":
      return withId("asked", properties.id);
    case "permission.replied":
    case "question.replied":
    case "question.rejected":
      return withId("answered", properties.requestID ?? properties.permissionID);
    default:
      return null;
  }
}

function withId(kind: "asked" | "answered", given: unknown): WatchEvent | null {
  const id = nameOf(given);
  return id === null ? null : { kind, id };
}

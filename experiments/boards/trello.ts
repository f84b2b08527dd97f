/**
 * Trello's export of a board: a card is finished while it is in a list whose name begins with done,
 * completed or finished. When it came there, and when it was taken out again, is in the board's
 * actions (`updateCard` with `listBefore` and `listAfter`), of which Trello exports the last 1,000.
 */

import { type Adapter, identified } from "./adapter.ts";
import { listDocument } from "./document.ts";
import type { Notes } from "./notes.ts";
import { plainTask } from "./task.ts";
import { addTo, earliest, listOf, textOf } from "./values.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";

/** How many actions Trello exports at most. */
const MOST_ACTIONS = 1000;
const DONE = /^[^\p{L}]*(done|completed?|finished)\b/iu;

interface Move {
  readonly at: number;
  readonly done: boolean;
  readonly wasDone: boolean;
}

/** Its adapter. */
export const trello: Adapter = {
  name: "trello",
  what: "JSON of a Trello board (Share, Export as JSON)",
  silent: null,
  recognises({ object }) {
    return Array.isArray(object?.["cards"]) && Array.isArray(object["lists"]);
  },
  read({ object }, notes) {
    if (!Array.isArray(object?.["cards"])) {
      notes.reject("not a Trello board", 1);
      return [];
    }
    const lists = listOf(object["lists"]).map(objectOf);
    const doneLists = new Set(lists.filter(isDone).map((list) => list?.["id"]));
    if (doneLists.size === 0) notes.warnings.add("No list of the board is named Done");
    const moves = readMoves(object, doneLists, notes);
    return [...identified(listDocument(object["cards"]).rows(), notes, "id")].map(
      ({ place, id, fields }) => {
        notes.date(fields["dateLastActivity"], place);
        const done = doneLists.has(fields["idList"]);
        const own = moves.get(id) ?? [];
        const finished = own.filter((move) => move.done && !move.wasDone).map(({ at }) => at);
        const reopened_at = own.filter((move) => !move.done && move.wasDone).map(({ at }) => at);
        const done_at = earliest(finished);
        const link = textOf(fields["shortLink"])?.toLowerCase();
        return {
          ...plainTask(id, place),
          names: link === undefined ? [id] : [id, link],
          done,
          done_at,
          reopened_at,
        };
      },
    );
  },
};

function isDone(list: Values | null): boolean {
  return DONE.test(textOf(list?.["name"]) ?? "");
}

function readMoves(
  object: Values,
  doneLists: ReadonlySet<unknown>,
  notes: Notes,
): Map<string, Move[]> {
  const actions = listOf(object["actions"]).map(objectOf);
  if (actions.length > 0) notes.couldShow = true;
  if (actions.length >= MOST_ACTIONS) {
    notes.warnings.add(
      `Trello exports the last ${MOST_ACTIONS} actions only: what happened before is missing`,
    );
  }
  const within = (list: Values | null) => doneLists.has(list?.["id"]) || isDone(list);
  const moves = new Map<string, Move[]>();
  for (const [n, action] of actions.entries()) {
    const at = notes.date(action?.["date"], n + 1);
    const data = objectOf(action?.["data"]);
    const card = textOf(objectOf(data?.["card"])?.["id"]);
    const before = objectOf(data?.["listBefore"]);
    const after = objectOf(data?.["listAfter"]);
    const isMove = action?.["type"] === "updateCard" && before !== null && after !== null;
    const isNew = action?.["type"] === "createCard";
    if (at === null || card === null || !(isMove || isNew)) continue;
    const done = within(isMove ? after : objectOf(data?.["list"]));
    addTo(moves, card, { at, done, wasDone: isMove && within(before) });
  }
  return moves;
}

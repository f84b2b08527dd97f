/**
 * Every number that a handoff is measured by. What is built stays inside of them, whatever it is
 * built from, and what is checked is held to the same ones.
 */

import { MAX_PAYLOAD_CHARACTERS } from "../../../schema/names.ts";

/** A packet that is longer is no clean handoff, in UTF-16 units. Half of it is the payload's. */
export const MAX_HANDOFF: number = 2 * MAX_PAYLOAD_CHARACTERS;

/** The original task, in UTF-16 units. The check has room for the marks of its lines. */
export const TASK = { head: 3_000, tail: 2_500, checked: 10_000 };

/** Lines of the task, of its beginning and of its end: quoting costs two characters for each. */
export const TASK_LINES = { head: 200, tail: 100 };

/** Files that are not as the commit has them; the number of the others is told. */
export const DIRTY = { count: 15, characters: 100 };

/** Items of the forced context and of the checklist. */
export const ITEMS = { count: 10, characters: 160 };

/** Decisions: what each is called and where it stands, and what it says. */
export const NOTES = { count: 10, name: 80, text: 120, characters: 310 };

/** The failing command, and the lines that tell what fails. */
export const FAILURE = { command: 500, lines: 12, characters: 700 };

/** More of a text is not looked at for pollution and contradictions: it is too long anyway. */
export const MOST_READ = 1_000_000;

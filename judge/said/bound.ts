/**
 * The part of a message that is read. A long message is known by how it begins and how it ends; a
 * fence that the cut goes through is closed and opened again, so that code stays code.
 */

const READ_AT_MOST = 20_000;
const HEAD = 4_000;
const TAIL = 16_000;

/** A line that opens or closes a code block, as the fence's marks; null for any other line. */
export function fenceOf(line: string): { marks: string; info: string } | null {
  const text = line.trimStart();
  const mark = text[0];
  if (mark !== "`" && mark !== "~") return null;
  let length = 1;
  while (text[length] === mark) length++;
  const info = text.slice(length).trim();
  // Three backticks and more of them later on the line are code within a sentence.
  return length < 3 || (mark === "`" && info.includes("`"))
    ? null
    : { marks: mark.repeat(length), info };
}

/** Whether a fence closes the block that another one opened. */
export function closes(fence: { marks: string; info: string }, open: string): boolean {
  return fence.info === "" && fence.marks[0] === open[0] && fence.marks.length >= open.length;
}

function openFenceAfter(text: string): string | null {
  let open: string | null = null;
  for (const line of text.split("\n")) {
    const fence = fenceOf(line);
    if (fence === null) continue;
    if (open === null) open = fence.marks;
    else if (closes(fence, open)) open = null;
  }
  return open;
}

/** What is read of a message: all of it, or its head and its tail. */
export function readable(message: string): string {
  const text = message.replaceAll("\r\n", "\n").replaceAll("\r", "\n").trimEnd();
  if (text.length <= READ_AT_MOST) return text;
  const head = text.slice(0, HEAD);
  const tail = text.slice(-TAIL);
  const openInHead = openFenceAfter(head);
  const openBeforeTail = openFenceAfter(text.slice(0, -TAIL));
  return `${head}\n${openInHead ?? ""}\n\n${openBeforeTail ?? ""}\n${tail}`;
}

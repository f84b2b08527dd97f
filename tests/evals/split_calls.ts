/** Where one tool call ends and the next begins, in a text that tells of several. */

import { PROGRAM, TOOLS } from "./tool_names.ts";

/** One piece of text per call. */
export function splitCalls(text: string): string[] {
  const pieces: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const entry = line.replace(/^\s*(?:[-*•]|\d{1,4}[.)])\s+/, "").trim();
    if (entry === "") continue;
    for (const piece of splitAtCommas(entry)) {
      // A line that begins with nothing that could be called goes on with the one before.
      if (/^[})\]]/.test(piece) && pieces.length > 0) pieces.push(`${pieces.pop()} ${piece}`);
      else pieces.push(piece);
    }
  }
  return pieces;
}

/** Splits at the commas behind which another call begins. */
function splitAtCommas(line: string): string[] {
  const bare = !line.includes(":") && !line.includes("{");
  const pieces: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (char === "{" || char === "(" || char === "[") depth++;
    else if (char === "}" || char === ")" || char === "]") depth = Math.max(0, depth - 1);
    else if ((char === "," || char === ";") && depth === 0) {
      if (!bare && !beginsCall(line.slice(at + 1, at + 200))) continue;
      pieces.push(line.slice(start, at));
      start = at + 1;
    }
  }
  pieces.push(line.slice(start));
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}

function beginsCall(text: string): boolean {
  const rest = text.trimStart();
  const word = /^[A-Za-z][\w.-]{0,60}/.exec(rest)?.[0] ?? "";
  const after = rest.slice(word.length).trimStart();
  if (TOOLS.has(word.toLowerCase()) && /^(?:$|[:,;({[])/.test(after)) return true;
  return PROGRAM.test(rest) || (word !== "" && /^:\s*\{/.test(after));
}

/**
 * What has to stand in a line for a pattern to fit it. To look for plain text costs nothing, and to
 * set up the patterns of every runner for the output of one costs more than all else.
 */

/** Escapes that stand for one character and no other. */
const PLAIN_ESCAPE = /^[^\w\s]$/;

/** The longest text that stands in every line that a pattern fits; empty where there is none. */
export function fixedPart({ source }: RegExp): string {
  let longest = "";
  let run = "";
  const end = () => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  for (let at = 0; at < source.length; at++) {
    const mark = source[at]!;
    if (mark === "|") return "";
    if (mark === "\\") {
      const escaped = source[++at] ?? "";
      if (PLAIN_ESCAPE.test(escaped)) run += escaped;
      else end();
    } else if (mark === "?" || mark === "*" || (mark === "{" && source[at + 1] === "0")) {
      run = run.slice(0, -1);
      end();
      if (mark === "{") at = source.indexOf("}", at);
    } else if (mark === "{") {
      end();
      at = source.indexOf("}", at);
    } else if (mark === "(" || mark === "[") {
      end();
      at = closing(source, at);
      // What may be left out behind a group is the group.
      run = "";
    } else if (".^$+".includes(mark)) end();
    else run += mark;
  }
  end();
  return longest;
}

/** Where the group or the class that begins here ends. */
function closing(source: string, from: number): number {
  let depth = 0;
  let inClass = false;
  for (let at = from; at < source.length; at++) {
    const mark = source[at];
    if (mark === "\\") at++;
    else if (inClass) inClass = mark !== "]";
    else if (mark === "[") inClass = true;
    else if (mark === "(") depth++;
    else if (mark === ")") depth--;
    if (depth === 0 && !inClass) return at;
  }
  return source.length;
}

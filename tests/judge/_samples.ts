// Texts that a regular expression fits, made from its source: enough of the syntax for our tables.

import fc from "fast-check";

type Draw = (most: number) => number;

/** A text made from a pattern. Lookarounds are left out, so that it need not fit in the end. */
function sampleOf(source: string, draw: Draw): string {
  let at = 0;
  const either = (): string => {
    const ways = [sequence()];
    while (source[at] === "|") {
      at++;
      ways.push(sequence());
    }
    return ways[draw(ways.length - 1)] ?? "";
  };
  const sequence = (): string => {
    let text = "";
    while (at < source.length && source[at] !== "|" && source[at] !== ")") text += repeated();
    return text;
  };
  const repeated = (): string => {
    const from = at;
    const first = atom();
    const quantifier = /^(?:[?*+]|\{(\d+)(?:,(\d*))?\})\??/.exec(source.slice(at));
    if (quantifier === null) return first;
    const end = at + quantifier[0].length;
    const least = quantifier[1] === undefined
      ? (quantifier[0][0] === "+" ? 1 : 0)
      : Number(quantifier[1]);
    let text = "";
    for (let count = least + draw(1); count > 0; count--) {
      at = from;
      text += atom();
    }
    at = end;
    return text;
  };
  const atom = (): string => {
    const mark = source[at++]!;
    if (mark === "(") {
      const look = /^\?(?:<?[=!])/.test(source.slice(at));
      at += /^\?(?::|<?[=!]|<\w+>)/.exec(source.slice(at))?.[0].length ?? 0;
      const inner = either();
      at++;
      return look ? "" : inner;
    }
    if (mark === "[") {
      const end = source.indexOf("]", at);
      const inner = source.slice(at, end);
      at = end + 1;
      if (inner.startsWith("^")) return "x";
      const range = /^([a-z\d])-([a-z\d])/i.exec(inner);
      return range?.[1] ?? inner.replaceAll("\\", "")[draw(0)] ?? "";
    }
    if (mark === "\\") {
      const escaped = source[at++]!;
      if (escaped === "p") at = source.indexOf("}", at) + 1;
      return {
        b: "",
        B: "",
        d: "7",
        w: "w",
        s: " ",
        S: "x",
        W: " ",
        D: "x",
        p: "x",
        t: "\t",
      }[escaped] ??
        escaped;
    }
    return mark === "." ? " " : mark === "^" || mark === "$" ? "" : mark;
  };
  return either();
}

/** Many such texts of a pattern that it really fits. */
export function samplesOf(pattern: RegExp, many = 60): string[] {
  const seeds = fc.sample(fc.array(fc.nat(1_000), { minLength: 200, maxLength: 200 }), {
    numRuns: many,
    seed: 7,
  });
  const plain = new RegExp(pattern.source, pattern.flags.replace("g", ""));
  return seeds.map((seed) => {
    let next = 0;
    return sampleOf(pattern.source, (most) => (seed[next++ % seed.length] ?? 0) % (most + 1));
  }).filter((text) => plain.test(text));
}

/** Finding patterns in added lines. */

import type { Language } from "./language.ts";
import type { SourceFile, SourceHunk, SourceLine } from "./source.ts";

/** Where a check found something. */
export interface Finding {
  /** In the file as it is now. */
  readonly line: number;
  /** What was found, in words of the check and never of the file: a line may hold a secret. */
  readonly what: string;
}

/** A pattern, where it is looked for, and what it is called. */
export interface Shape {
  readonly in: "code" | "bare";
  readonly pattern: RegExp;
  readonly what: string;
}

/** A pattern of code without what stands in strings. */
export const code = (pattern: RegExp | string, what: string): Shape => ({
  ...{ in: "code", pattern: new RegExp(pattern), what },
});

/** A pattern of code with its strings. */
export const bare = (pattern: RegExp | string, what: string): Shape => ({
  ...{ in: "bare", pattern: new RegExp(pattern), what },
});

/** Shapes by language. */
export type Shapes = Partial<Record<Language, readonly Shape[]>>;

/** What stands around a line: the lines that are there now, and its place among them. */
export interface Place {
  readonly hunk: SourceHunk;
  readonly at: number;
}

/** New lines that have one of the shapes; each line once. */
export function findShapes(
  file: SourceFile,
  shapes: Shapes,
  isMeant: (line: SourceLine, place: Place, shape: Shape) => boolean,
): Finding[] {
  const own = file.syntax === null ? undefined : shapes[file.syntax.name];
  if (own === undefined) return [];
  return newLines(file).flatMap(([line, place]) => {
    const shape = own.find((shape) => has(line, shape) && isMeant(line, place, shape));
    return shape === undefined ? [] : [{ line: line.line, what: shape.what }];
  });
}

/** The same, without lines that had such a shape before they were edited. */
export function findNewShapes(
  file: SourceFile,
  shapes: Shapes,
  isMeant: (place: Place) => boolean = () => true,
): Finding[] {
  return findShapes(
    file,
    shapes,
    (_, place, shape) => isMeant(place) && !wasThere(place, (line) => has(line, shape)),
  );
}

/** Whether a line has a shape that begins in code, and not within a string. */
function has(line: SourceLine, shape: Shape): boolean {
  const match = shape.pattern.exec(line[shape.in]);
  if (match === null) return false;
  const begins = match.index + match[0].search(/\S/);
  return line.code.charAt(begins) === line.bare.charAt(begins);
}

/** Whether the same stood there before: then a line was edited, and brings nothing new. */
export function wasThere({ hunk }: Place, is: (line: SourceLine) => boolean): boolean {
  return hunk.removed.some(is);
}

/** The added lines that were not merely moved. */
export function newLines(file: SourceFile): [SourceLine, Place][] {
  return file.hunks.flatMap((hunk) =>
    hunk.now.flatMap((line, at): [SourceLine, Place][] =>
      line.kind === "added" && !line.moved ? [[line, { hunk, at }]] : []
    )
  );
}

/** The next line below that is not blank; undefined where the hunk ends first. */
export function below({ hunk, at }: Place): SourceLine | undefined {
  return hunk.now.slice(at + 1, at + 6).find((line) => line.text.trim() !== "");
}

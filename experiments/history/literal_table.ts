/**
 * The plain table that the risk floor replaced: substrings of the path, the first match wins. Kept
 * as what the floor has to beat, in speed and in judgement.
 */

/** Per row its weight and what it looks for, the heaviest first. */
const ROWS: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [1, /auth|login|session|token|permission|rbac|credential|secret/i],
  [0.9, /migration|prisma|schema|\.sql|entity|repository|seed/i],
  [0.85, /docker|\.woodpecker|compose|traefik|deploy|helm|k8s|terraform/i],
  [0.6, /package\.json|tsconfig|turbo\.json|pnpm-|\.config\.|eslint|vite/i],
  [0.4, /\.tsx|\.css|components\/|apps\/web\//i],
  [0.2, /\.spec\.|\.test\.|__tests__\//i],
  [0.1, /\.md|docs\//i],
];

/** Does what an evaluation must do with that table: the largest weight, and its files. */
export function evaluateLiteral(paths: readonly string[]): { score: number; files: string[] } {
  let score = 0;
  let files: string[] = [];
  for (const path of paths) {
    let row = 0;
    while (row < ROWS.length && !ROWS[row]![1].test(path)) row++;
    const weight = ROWS[row]?.[0] ?? 0;
    if (weight > score) {
      score = weight;
      files = [path];
    } else if (weight === score) {
      files.push(path);
    }
  }
  return { score, files };
}

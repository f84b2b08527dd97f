/** Kinds of paths that do not count like others. */

const GENERATED_NAME = new RegExp(
  [
    "^(package-lock\\.json|npm-shrinkwrap\\.json|pnpm-lock\\.yaml|packages\\.lock\\.json)$",
    "^(go\\.sum|go\\.work\\.sum|gradle\\.lockfile|package\\.resolved)$",
    "\\.(lock|lockb|map|snap)$",
    "\\.min\\.(js|css|mjs)$",
    "\\.(generated|gen|pb|designer)\\.[^.]+$",
    "^zz_generated",
    "_pb2(_grpc)?\\.py$",
  ].join("|"),
  "i",
);

const GENERATED_FOLDER = /(^|\/)(node_modules|vendor|dist|__snapshots__|__generated__)\//i;

/**
 * Whether a tool wrote this file, as far as its path tells. A change of ten thousand lines in one
 * says nothing about how much a person has to read, so its lines do not count towards a change's
 * size; its path still counts towards the surface.
 */
export function isGenerated(path: string): boolean {
  return GENERATED_FOLDER.test(path) || GENERATED_NAME.test(path.slice(path.lastIndexOf("/") + 1));
}

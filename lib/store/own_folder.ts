/** The folder in a repository that holds everything of ours, and which paths are in it. */

/** Relative to the repository's top folder. */
export const OWN_FOLDER = ".mosaic";

/** Whether a path is one of our own records, which never count as a change. */
export function isOwnPath(path: string): boolean {
  return path === OWN_FOLDER || path.startsWith(`${OWN_FOLDER}/`);
}

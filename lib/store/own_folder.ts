/** The folder in a repository that holds everything of ours. */

/** Relative to the repository's top folder. */
export const OWN_FOLDER = ".mosaic";

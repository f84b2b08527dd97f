/** Every number that an answer of the reflection agent is measured by, once, with its reason. */
export const OUTPUT_LIMITS = {
  /** Characters of an answer. "Return compactly"; of a longer one nothing else is read. */
  answer: 24_000,

  /** Characters of a retry packet, and of a correction. What is longer is no narrow strategy. */
  packet: 6_000,
  section: 10_000,

  /** Items of a list. Nobody verifies more before an edit. */
  items: 20,

  /** Characters of a target that context is asked for. */
  target: 200,

  /** Words that a contradiction needs to be one. */
  contradiction: 3,

  /** Lines of text that belong to no field. A greeting is none of the report, and no fault. */
  looseLines: 3,

  /** Sentences in which the agent deliberates in the first person. */
  deliberation: 3,

  /** "Step 1 …" as paragraphs of the report: from so many on it is a line of thought. */
  steps: 3,

  /** Lines that tell one attempt after the other, and items of what is not to be retried. */
  attemptLines: 3,
  notToRetry: 12,

  /** Characters of an item of what is not to be retried: it is named, not told. */
  notToRetryItem: 300,

  /** Lines of logs, stack traces and test output: the signature of an error needs fewer. */
  logLines: 15,

  /** Lines of code of a minimal proof patch, and the functions and classes that it may define. */
  proofLines: 30,
  proofDefinitions: 3,

  /** Lines of code and commands together, after which a correction is a rewrite. */
  codeLines: 80,

  /** Files to look at again, and files that a patch touches, of a narrow strategy. */
  filesToRecheck: 10,
  patchedFiles: 3,
} as const;

/** When two statements say the same, as `isSameStatement` counts. */
export const SAME_STATEMENT = {
  /** Shared words, of all words of both. */
  jaccard: 0.6,
  /** Shared words, of the words of the shorter one. */
  containment: 0.8,
  /** Words that the shorter one needs for its containment to mean something. */
  fewestWords: 4,
} as const;

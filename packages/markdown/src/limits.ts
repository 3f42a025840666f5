/**
 * Limits on the cost of one text. Beyond them it is shown plainer, never cut, so that a hostile text cannot block the
 * process.
 */
export const limits = {
  /** UTF-16 units of Markdown; a longer text is shown as plain paragraphs. */
  sourceLength: 500_000,
  /** Lines of one code block that are coloured. */
  codeLines: 2000,
  /** UTF-16 units of the longest line of a code block that is coloured. */
  codeLineLength: 2000,
  /** UTF-16 units of code coloured in one text. */
  codeLength: 400_000,
  /** Milliseconds the colouring of one block may take; ordinary ones take a few, the first of a language 200. */
  codeTime: 3000,
  /** UTF-16 units of one formula. */
  formulaLength: 4000,
  /** Formulas set in one text. */
  formulas: 2000,
  /** Elements an author's HTML may nest. */
  htmlNesting: 100,
  /** Blocks within blocks; what lies deeper is one paragraph. */
  blockNesting: 90,
  /** Elements within elements, the author's and Markdown's together; browsers flatten at 512. Never reached. */
  nesting: 500,
} as const;

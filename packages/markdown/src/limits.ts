/**
 * Cost limits of one text. Beyond them it is rendered more plainly, never cut, so that a hostile text cannot block the
 * process.
 */
export const limits = {
  /** UTF-16 units of Markdown; a longer text is shown as plain paragraphs. */
  sourceLength: 500_000,
  /** Highlighted lines of one code block. */
  codeLines: 2000,
  /** UTF-16 units of the longest line of a highlighted code block. */
  codeLineLength: 2000,
  /** UTF-16 units of highlighted code in one text. */
  codeLength: 400_000,
  /** Milliseconds to highlight one block; ordinary ones take a few, the first of a language 200. */
  codeTime: 3000,
  /** UTF-16 units of one formula. */
  formulaLength: 4000,
  /** Rendered formulas of one text. */
  formulas: 2000,
  /** Nesting of authors' HTML elements. */
  htmlNesting: 100,
  /** Nesting of blocks; deeper content becomes one paragraph. */
  blockNesting: 90,
  /** Nesting of all elements; browsers flatten at 512. Never reached. */
  nesting: 500,
} as const;

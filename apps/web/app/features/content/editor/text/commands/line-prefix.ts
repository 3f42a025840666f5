/** What stands before the words of a line: quotation marks, a list's mark, a heading's. */
export type LinePrefix = {
  /** Quotation marks with the space around them. */
  quote: string;
  /** White space before what follows. */
  indent: string;
  /** `-`, `*`, `+`, `3.`, `3)`, '' without a list. */
  bullet: string;
  /** `[ ]` or `[x]`, '' if it is no task. */
  task: string;
  /** `##`, '' without a heading. */
  heading: string;
  /** Length of all of it, the spaces before the words included. */
  length: number;
};

const shape =
  /^((?:[ \t]{0,3}>[ \t]?)*)([ \t]*)(?:([-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:(\[[ xX]\])(?:[ \t]+|$))?)?(?:(#{1,6})(?:[ \t]+|$))?/;

/** Reads the marks at the start of a line. They are taken as they stand: that they are not code is for the caller to know. */
export function readPrefix(line: string): LinePrefix {
  const [whole = '', quote = '', indent = '', bullet = '', task = '', heading = ''] = shape.exec(line) ?? [];
  return { quote, indent, bullet, task, heading, length: whole.length };
}

/** The number of an item in a numbered list. */
export function numberOf({ bullet }: LinePrefix): number | undefined {
  return /^\d/.test(bullet) ? Number.parseInt(bullet, 10) : undefined;
}

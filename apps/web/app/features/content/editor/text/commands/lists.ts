import { type ChangeSpec, EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state';
import { isVerbatim } from './syntax-at.ts';

/** Enter continues a list or quote, and ends an empty item one level at a time. */
export const continueList: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  if (state.readOnly || ranges.length > 1 || !main.empty) return false;
  const line = state.doc.lineAt(main.head);
  const prefix = readPrefix(line.text);
  const inList = prefix.bullet !== '' && !prefix.heading;
  if (!inList && !prefix.quote.includes('>')) return false;
  if (main.head < line.from + prefix.length || isVerbatim(state, line.from) || isVerbatim(state, main.head))
    return false;
  const isBare = line.text.slice(prefix.length).trim() === '';
  if (isBare && numberOf(prefix) !== undefined && !/\s$/.test(line.text)) return false; // `3.` may end a sentence
  dispatch(isBare ? endItem(state, line, prefix) : nextItem(state, line, prefix, main.head));
  return true;
};

function nextItem(state: EditorState, line: Line, prefix: LinePrefix, head: number) {
  const lead = prefix.quote + prefix.indent;
  const insert = `\n${lead}${markAfter(prefix)}`;
  const gap = /^[ \t]*/.exec(line.text.slice(head - line.from))?.[0].length ?? 0;
  return state.update({
    changes: [{ from: head, to: head + gap, insert }, ...countOn(state, line, prefix, 1)],
    selection: EditorSelection.cursor(head + insert.length),
    userEvent: 'input.list',
    scrollIntoView: true,
  });
}

function markAfter(prefix: LinePrefix): string {
  const number = numberOf(prefix);
  const bullet = number === undefined ? prefix.bullet : `${number + 1}${prefix.bullet.slice(-1)}`;
  if (!bullet) return '';
  return prefix.task ? `${bullet} [ ] ` : `${bullet} `;
}

/** Moves an empty item to the outer list, or makes it a plain line behind a blank one, without which it would join the item. */
function endItem(state: EditorState, line: Line, prefix: LinePrefix) {
  const outer = prefix.bullet && prefix.indent ? parentOf(state, line, prefix) : undefined;
  const lead = outer ? outer.quote + outer.indent + markAfter(outer) : withoutLast(prefix);
  const { before, after } = outer ? { before: '', after: '' } : blanksAround(state, line, line, lead.trimEnd());
  return state.update({
    changes: { from: line.from, to: line.to, insert: before + lead + after },
    selection: EditorSelection.cursor(line.from + before.length + lead.length),
    userEvent: 'input.list',
    scrollIntoView: true,
  });
}

function withoutLast(prefix: LinePrefix): string {
  if (prefix.bullet) return prefix.quote;
  const outer = prefix.quote.replace(/>[ \t]?$/, '').trimEnd();
  return outer ? `${outer} ` : '';
}

/** Blank lines that keep plain lines apart from those around them, which a list or quote would draw in. */
export function blanksAround({ doc }: EditorState, first: Line, last: Line, lead: string) {
  const isWritten = (number: number) => number >= 1 && number <= doc.lines && /[^>\s]/.test(doc.line(number).text);
  return {
    before: isWritten(first.number - 1) ? `${lead}\n` : '',
    after: isWritten(last.number + 1) ? `\n${lead}` : '',
  };
}

function parentOf({ doc }: EditorState, line: Line, { indent }: LinePrefix): LinePrefix | undefined {
  for (let number = line.number - 1; number > 0; number--) {
    const { text } = doc.line(number);
    const prefix = readPrefix(text);
    if (text.trim() === '') continue;
    if (prefix.bullet && prefix.indent.length < indent.length) return prefix;
    if (!prefix.bullet && prefix.indent === '') return undefined;
  }
  return undefined;
}

/** Renumbers following items as long as they were consecutive. */
function countOn({ doc }: EditorState, line: Line, prefix: LinePrefix, step: number): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  let expected = (numberOf(prefix) ?? Number.NaN) + 1;
  for (let number = line.number + 1; number <= doc.lines && !Number.isNaN(expected); number++) {
    const next = doc.line(number);
    const other = readPrefix(next.text);
    if (other.indent.length > prefix.indent.length) continue;
    if (other.indent !== prefix.indent || other.quote !== prefix.quote || numberOf(other) !== expected) break;
    const from = next.from + other.quote.length + other.indent.length;
    changes.push({ from, to: from + other.bullet.length - 1, insert: String(expected + step) });
    expected++;
  }
  return changes;
}

/** Tab: indents items to the content of the item above. */
export const indentItems: StateCommand = (target) => moveItems(target, 1);

/** Shift Tab: outdents items by one level. */
export const outdentItems: StateCommand = (target) => moveItems(target, -1);

function moveItems({ state, dispatch }: Parameters<StateCommand>[0], direction: 1 | -1): boolean {
  if (state.readOnly) return false;
  const { from, to, head } = state.selection.main;
  const first = state.doc.lineAt(from);
  const prefix = readPrefix(first.text);
  if (!prefix.bullet || isVerbatim(state, head)) return false;
  const lines: Line[] = [];
  for (let pos = from; pos <= to; pos = (lines.at(-1)?.to ?? to) + 1) lines.push(state.doc.lineAt(pos));
  const changes = direction > 0 ? inward(state, first, prefix, lines) : outward(state, first, prefix, lines);
  if (changes.length > 0) dispatch(state.update({ changes, userEvent: 'input.indent', scrollIntoView: true }));
  return true;
}

function inward(state: EditorState, first: Line, prefix: LinePrefix, lines: Line[]): ChangeSpec[] {
  const above = siblingAbove(state, first, prefix);
  if (!above) return [];
  const width = above.bullet.length + 1;
  const changes: ChangeSpec[] = lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ from, text }) => ({ from: from + readPrefix(text).quote.length, insert: ' '.repeat(width) }));
  return [...changes, ...renumber(first, prefix, numberOf(prefix) === undefined ? undefined : 1)];
}

function outward(state: EditorState, first: Line, prefix: LinePrefix, lines: Line[]): ChangeSpec[] {
  if (!prefix.indent) return [];
  const parent = parentOf(state, first, prefix);
  const width = prefix.indent.length - (parent?.indent.length ?? 0);
  const changes: ChangeSpec[] = lines.map(({ from, text }) => {
    const { quote, indent } = readPrefix(text);
    return { from: from + quote.length, to: from + quote.length + Math.min(width, indent.length) };
  });
  const number = parent && numberOf(parent) !== undefined ? (numberOf(parent) ?? 0) + 1 : undefined;
  return [...changes, ...renumber(first, prefix, numberOf(prefix) === undefined ? undefined : number)];
}

function renumber(line: Line, prefix: LinePrefix, number: number | undefined): ChangeSpec[] {
  if (number === undefined) return [];
  const from = line.from + prefix.quote.length + prefix.indent.length;
  return [{ from, to: from + prefix.bullet.length - 1, insert: String(number) }];
}

/** Finds the sibling above, which becomes the parent. */
function siblingAbove({ doc }: EditorState, line: Line, prefix: LinePrefix): LinePrefix | undefined {
  for (let number = line.number - 1; number > 0; number--) {
    const { text } = doc.line(number);
    const other = readPrefix(text);
    if (text.trim() === '' || other.indent.length > prefix.indent.length) continue;
    return other.bullet && other.indent.length === prefix.indent.length ? other : undefined;
  }
  return undefined;
}

/** Prefix of a line: quote, indent, list marker, heading. */
export type LinePrefix = {
  /** Quotation marks with the space around them. */
  quote: string;
  /** White space after the quote. */
  indent: string;
  /** `-`, `*`, `+`, `3.`, `3)`, '' without a list. */
  bullet: string;
  /** `[ ]`, `[x]` or ''. */
  task: string;
  /** `##` or ''. */
  heading: string;
  /** Length of the prefix with trailing spaces. */
  length: number;
};

const shape =
  /^((?:[ \t]{0,3}>[ \t]?)*)([ \t]*)(?:([-*+]|\d{1,3}[.)])(?:[ \t]+|$)(?:(\[[ xX]\])(?:[ \t]+|$))?)?(?:(#{1,6})(?:[ \t]+|$))?/;

/** Reads a line outside code. Numbers of four digits or more are meant, as `20260101.`, and no marker. */
export function readPrefix(line: string): LinePrefix {
  const [whole = '', quote = '', indent = '', bullet = '', task = '', heading = ''] = shape.exec(line) ?? [];
  return { quote, indent, bullet, task, heading, length: whole.length };
}

function numberOf({ bullet }: LinePrefix): number | undefined {
  return /^\d/.test(bullet) ? Number.parseInt(bullet, 10) : undefined;
}

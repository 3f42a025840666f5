import { type ChangeSpec, EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state';
import { blanksAround, type LinePrefix, readPrefix } from './lists.ts';

/** Block template: `‸` marks the caret, `‹…›` the selection. */
type Block = string;

/** Inserts a block with blank lines around it, at or after the caret's line. */
export function insertBlock(block: Block): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const { from, to } = placeFor(state);
    const { text, anchor, head } = readBlock(block);
    const before = gapBefore(state, from);
    const after = gapAfter(state, to);
    const start = from + before.length;
    dispatch(
      state.update({
        changes: { from, to, insert: before + text + after },
        selection: EditorSelection.range(start + anchor, start + head),
        userEvent: 'input.block',
        scrollIntoView: true,
      }),
    );
    return true;
  };
}

/** Wraps the selected lines in a fence, or inserts an empty one. */
export function insertFence(language: string): StateCommand {
  return (target) => {
    const { state, dispatch } = target;
    const { from, to, empty } = state.selection.main;
    if (empty) return insertBlock(`\`\`\`${language}\n‸\n\`\`\``)(target);
    if (state.readOnly) return false;
    const start = state.doc.lineAt(from).from;
    const end = state.doc.lineAt(to).to;
    const code = state.sliceDoc(start, end);
    const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    const before = gapBefore(state, start);
    const insert = `${before}${fence}${language}\n${code}\n${fence}${gapAfter(state, end)}`;
    const offset = before.length + fence.length + language.length + 1;
    const selection = EditorSelection.range(start + offset, start + offset + code.length);
    dispatch(
      state.update({
        changes: { from: start, to: end, insert },
        selection,
        userEvent: 'input.block',
        scrollIntoView: true,
      }),
    );
    return true;
  };
}

/** Inserts a footnote reference and its note, and moves the caret to the note. */
export const insertFootnote: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const text = state.doc.toString();
  const taken = new Set([...text.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number)));
  let number = 1;
  while (taken.has(number)) number++;
  const { to } = state.selection.main;
  const hasNotes = /\n\[\^[^\]\s]+\]:[^\n]*\s*$/.test(text);
  const written = state.doc.length - (/\s*$/.exec(text)?.[0].length ?? 0);
  const end = Math.max(written, to);
  const reference = `[^${number}]`;
  const note = `${hasNotes ? '\n' : '\n\n'}${reference}: `;
  dispatch(
    state.update({
      changes: [
        { from: to, insert: reference },
        { from: end, to: state.doc.length, insert: note },
      ],
      selection: EditorSelection.cursor(end + reference.length + note.length),
      userEvent: 'input.block',
      scrollIntoView: true,
    }),
  );
  return true;
};

function readBlock(block: Block) {
  const caret = block.indexOf('‸');
  if (caret >= 0) return { text: block.replace('‸', ''), anchor: caret, head: caret };
  const anchor = block.indexOf('‹');
  const head = block.indexOf('›') - 1;
  const text = block.replace(/[‹›]/g, '');
  return anchor < 0 ? { text, anchor: text.length, head: text.length } : { text, anchor, head };
}

/** Returns the blank line at the caret, or the end of its line. */
function placeFor({ doc, selection }: EditorState) {
  const line = doc.lineAt(selection.main.to);
  return line.text.trim() === '' ? { from: line.from, to: line.to } : { from: line.to, to: line.to };
}

function gapBefore({ doc }: EditorState, pos: number): string {
  const line = doc.lineAt(pos);
  if (pos > line.from) return '\n\n';
  return line.number === 1 || doc.line(line.number - 1).text.trim() === '' ? '' : '\n';
}

function gapAfter({ doc }: EditorState, pos: number): string {
  const { number } = doc.lineAt(pos);
  return number < doc.lines && doc.line(number + 1).text.trim() !== '' ? '\n' : '';
}

type ReadLine = { line: Line; prefix: LinePrefix; index: number };

/** Computes the replacement of a line's prefix. */
type Rewrite = (line: ReadLine) => { from: number; to: number; insert: string };

/** Toggles a heading level on the selected lines; 0 removes it. */
export function setHeading(level: number): StateCommand {
  return (target) => {
    const lines = selectedLines(target.state);
    const sign = '#'.repeat(level);
    const isOn = lines.every(({ prefix }) => prefix.heading === sign);
    return rewrite(target, lines, ({ line, prefix }) => {
      const from = line.from + prefix.quote.length + prefix.indent.length;
      return { from, to: line.from + prefix.length, insert: level === 0 || isOn ? '' : `${sign} ` };
    });
  };
}

/** Toggles a list on the selected lines. */
export function setList(kind: 'bullet' | 'number' | 'task'): StateCommand {
  return (target) => {
    const lines = selectedLines(target.state);
    const isOn = lines.every(({ prefix }) => listKind(prefix) === kind);
    const markers = isOn ? [] : markersFor(lines, kind);
    return rewrite(target, lines, ({ line, prefix, index }) => {
      const from = line.from + prefix.quote.length + (isOn ? prefix.indent.length : 0);
      return { from, to: line.from + prefix.length, insert: markers[index] ?? '' };
    });
  };
}

/** Quotes the selected lines, or removes one level. */
export const toggleQuote: StateCommand = (target) => {
  const lines = selectedLines(target.state, true);
  const isOn = lines.every(({ prefix }) => prefix.quote.includes('>'));
  return rewrite(target, lines, ({ line }) => {
    const mark = /^[ \t]{0,3}>[ \t]?/.exec(line.text)?.[0] ?? '';
    return { from: line.from, to: line.from + (isOn ? mark.length : 0), insert: isOn ? '' : '> ' };
  });
};

/** Markers of the lines with their indentation: numbers count within a level, and inner levels stand below the text. */
function markersFor(lines: ReadLine[], kind: 'bullet' | 'number' | 'task'): string[] {
  const levels: { was: number; indent: number; count: number }[] = [];
  return lines.map(({ prefix }) => {
    const was = prefix.indent.length;
    while ((levels.at(-1)?.was ?? 0) > was) levels.pop();
    const outer = levels.at(-1);
    if (!outer || outer.was < was) {
      const width = kind === 'number' ? `${outer?.count}. `.length : 2;
      levels.push({ was, indent: outer ? outer.indent + width : was, count: 0 });
    }
    const level = levels.at(-1) as (typeof levels)[number];
    level.count++;
    const marker = { bullet: '- ', number: `${level.count}. `, task: '- [ ] ' }[kind];
    return ' '.repeat(level.indent) + marker;
  });
}

export function listKind({ bullet, task }: LinePrefix): 'bullet' | 'number' | 'task' | undefined {
  if (task) return 'task';
  if (!bullet) return undefined;
  return /^\d/.test(bullet) ? 'number' : 'bullet';
}

/** Skips blank lines unless there are no others. */
function selectedLines({ doc, selection }: EditorState, withBlank = false): ReadLine[] {
  const numbers = new Set<number>();
  for (const { from, to, empty } of selection.ranges) {
    const last = doc.lineAt(to);
    const end = !empty && last.from === to ? last.number - 1 : last.number; // without the last line
    for (let number = doc.lineAt(from).number; number <= end; number++) numbers.add(number);
  }
  const lines = [...numbers].map((number) => doc.line(number));
  const written = withBlank ? lines : lines.filter(({ text }) => text.trim() !== '');
  return (written.length > 0 ? written : lines).map((line, index) => ({ line, prefix: readPrefix(line.text), index }));
}

function rewrite({ state, dispatch }: Parameters<StateCommand>[0], lines: ReadLine[], to: Rewrite): boolean {
  if (state.readOnly) return false;
  const rewrites = lines.map(to).filter((change) => change.insert || change.to > change.from);
  if (rewrites.length === 0) return true;
  const changes: ChangeSpec[] = [...rewrites, ...blankLinesAround(state, lines, rewrites)];
  const set = state.changes(changes);
  dispatch(
    state.update({
      changes: set,
      selection: state.selection.map(set, 1),
      userEvent: 'input.block',
      scrollIntoView: true,
    }),
  );
  return true;
}

/** Blank lines around lines taken out of a list or quote, which would otherwise draw them in again. */
function blankLinesAround(state: EditorState, lines: ReadLine[], rewrites: { insert: string }[]): ChangeSpec[] {
  const [first, last] = [lines[0], lines.at(-1)];
  const isTakenOut = rewrites.every(({ insert }) => insert === '');
  if (!first || !last || !isTakenOut || (!first.prefix.bullet && !first.prefix.quote)) return [];
  const lead = first.prefix.bullet
    ? first.prefix.quote.trimEnd()
    : first.prefix.quote.replace(/>[ \t]?$/, '').trimEnd();
  const { before, after } = blanksAround(state, first.line, last.line, lead);
  return [
    { from: first.line.from, insert: before },
    { from: last.line.to, insert: after },
  ];
}

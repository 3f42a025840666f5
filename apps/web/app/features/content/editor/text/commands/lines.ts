import type { ChangeSpec, EditorState, Line, StateCommand } from '@codemirror/state';
import { type LinePrefix, readPrefix } from './line-prefix.ts';

type ReadLine = { line: Line; prefix: LinePrefix; index: number };

/** A change of what stands before the words of the selected lines: the new text in place of the prefix's last part. */
type Rewrite = (line: ReadLine) => { from: number; to: number; insert: string };

/** Makes the selected lines headings of a level, or plain again if all of them are. 0 makes them plain. */
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

/** Makes the selected lines a list of a kind, or plain lines again if they are. */
export function setList(kind: 'bullet' | 'number' | 'task'): StateCommand {
  return (target) => {
    const lines = selectedLines(target.state);
    const isOn = lines.every(({ prefix }) => listKind(prefix) === kind);
    return rewrite(target, lines, ({ line, prefix, index }) => {
      const from = line.from + prefix.quote.length + prefix.indent.length;
      const insert = { bullet: '- ', number: `${index + 1}. `, task: '- [ ] ' }[kind];
      return { from, to: line.from + prefix.length, insert: isOn ? '' : insert };
    });
  };
}

/** Quotes the selected lines, or takes a level of quotation off if all of them are quoted. */
export const toggleQuote: StateCommand = (target) => {
  const lines = selectedLines(target.state, true);
  const isOn = lines.every(({ prefix }) => prefix.quote.includes('>'));
  return rewrite(target, lines, ({ line }) => {
    const mark = /^[ \t]{0,3}>[ \t]?/.exec(line.text)?.[0] ?? '';
    return { from: line.from, to: line.from + (isOn ? mark.length : 0), insert: isOn ? '' : '> ' };
  });
};

export function listKind({ bullet, task }: LinePrefix): 'bullet' | 'number' | 'task' | undefined {
  if (task) return 'task';
  if (!bullet) return undefined;
  return /^\d/.test(bullet) ? 'number' : 'bullet';
}

/** Blank lines between others are left out, unless there is nothing else or they are asked for. */
function selectedLines({ doc, selection }: EditorState, withBlank = false): ReadLine[] {
  const numbers = new Set<number>();
  for (const { from, to, empty } of selection.ranges) {
    const last = doc.lineAt(to);
    const end = !empty && last.from === to ? last.number - 1 : last.number; // nothing of the last line is selected
    for (let number = doc.lineAt(from).number; number <= end; number++) numbers.add(number);
  }
  const lines = [...numbers].map((number) => doc.line(number));
  const written = withBlank ? lines : lines.filter(({ text }) => text.trim() !== '');
  return (written.length > 0 ? written : lines).map((line, index) => ({ line, prefix: readPrefix(line.text), index }));
}

function rewrite({ state, dispatch }: Parameters<StateCommand>[0], lines: ReadLine[], to: Rewrite): boolean {
  if (state.readOnly) return false;
  const changes: ChangeSpec[] = lines.map(to).filter((change) => change.insert || change.to > change.from);
  if (changes.length === 0) return true;
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

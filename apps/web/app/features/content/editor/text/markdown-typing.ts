import { indentLess, indentMore, isolateHistory } from '@codemirror/commands';
import { EditorSelection, EditorState, type Extension, Prec, type StateCommand, Transaction } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { loadPart } from '../../../../ui/load-part.ts';
import { toast } from '../../../../ui/toast.ts';
import { type Action, actions } from './actions.ts';
import { continueList, indentItems, outdentItems } from './commands/lists.ts';
import { linkOverSelection } from './commands/marks.ts';
import { findGaps, spaceOut } from './commands/spacing.ts';
import { nodeAround } from './commands/syntax-at.ts';
import { highlighting, ourMarkdown } from './markdown-language.ts';
import { ownPipe } from './table/own-pipe.ts';
import { enterInTable, nextCell, previousCell } from './table/table.ts';
import { tableBar } from './table/table-bar.ts';
import { request, toggleMode } from './view-state.ts';

const fences = new Set(['FencedCode']);

const inFence =
  (command: StateCommand): StateCommand =>
  (target) => {
    const { from, to } = target.state.selection.main;
    return nodeAround(target.state, from, to, fences) !== undefined && command(target);
  };

/** Skips commands during composition. */
const unlessComposing =
  (...commands: StateCommand[]) =>
  (view: EditorView) =>
    !view.composing && commands.some((command) => command(view));

const actionKeys: KeyBinding[] = Object.values<Action>(actions)
  .filter(({ id, keys }) => keys && id !== 'undo' && id !== 'redo')
  .map(({ keys = '', run }) => ({ key: keys, run, preventDefault: true, stopPropagation: true }));

/** Tab is handled in lists, tables and code only; Escape then Tab leaves them. */
export const toolKeys: KeyBinding[] = [
  { key: 'Enter', run: unlessComposing(enterInTable, continueList) },
  {
    key: 'Tab',
    run: unlessComposing(nextCell, indentItems, inFence(indentMore)),
    shift: unlessComposing(previousCell, outdentItems, inFence(indentLess)),
  },
  ...actionKeys,
  { key: 'Mod-f', run: openFind, preventDefault: true },
  { key: 'Mod-Alt-s', run: runSpacing, preventDefault: true },
  { key: 'Mod-Alt-o', run: request('outline'), preventDefault: true },
  { key: 'Mod-Alt-Enter', run: () => toggle('focus'), preventDefault: true },
  { key: 'Mod-Shift-Enter', run: () => toggle('full'), preventDefault: true },
  { key: 'Mod-/', run: request('help'), preventDefault: true },
];

/** Loads find and replace when it is first asked for. */
export function openFind(view: EditorView) {
  loadPart(
    () => import('./find.ts'),
    ({ find }) => find(view),
  );
  return true;
}

function toggle(mode: 'focus' | 'full') {
  toggleMode(mode);
  return true;
}

const wrapping = new Set(['*', '_', '`', '~', '=', '$']);

/** Wraps selections in typed marks and links pasted URLs, except during composition. */
const typing: Extension = [
  EditorView.inputHandler.of((view, from, to, text) => {
    const { state } = view;
    if (view.compositionStarted || state.readOnly || !wrapping.has(text)) return false;
    const { main } = state.selection;
    if (main.empty || from !== main.from || to !== main.to) return false;
    const change = state.changeByRange(({ anchor, head, from, to }) => ({
      changes: [
        { from, insert: text },
        { from: to, insert: text },
      ],
      range: EditorSelection.range(anchor + 1, head + 1),
    }));
    view.dispatch(state.update(change, { userEvent: 'input.type' }));
    return true;
  }),
  EditorView.domEventHandlers({
    paste(event, view) {
      const hasFiles = (event.clipboardData?.files.length ?? 0) > 0;
      const pasted = hasFiles ? '' : (event.clipboardData?.getData('text/plain') ?? '');
      const change = view.state.readOnly ? undefined : linkOverSelection(view.state, pasted);
      if (!change) return false;
      view.dispatch(change);
      event.preventDefault();
      return true;
    },
  }),
];

/** Inserts spaces and shows the count in a toast. */
export function runSpacing(view: EditorView): boolean {
  const wanting = findGaps(view.state).length;
  if (wanting === 0) toast('normal', '中英文之间已经都有空格');
  else if (spaceOut(view)) toast('success', `加了 ${wanting} 处空格，撤销一次即可还原`);
  return true;
}

const commandEvents = /^input\.(?:mark|block|list|indent|link|table|spacing|paste)$/;

/** Extensions for Markdown on top of the bare text: its colours, keys, marks and tables. */
export const markdownTyping: Extension = [
  ourMarkdown,
  highlighting,
  // a command is an undo step of its own, however quickly typing follows
  EditorState.transactionExtender.of((transaction) =>
    commandEvents.test(transaction.annotation(Transaction.userEvent) ?? '')
      ? { annotations: isolateHistory.of('full') }
      : null,
  ),
  typing,
  tableBar,
  ownPipe,
  Prec.high(keymap.of(toolKeys)),
];

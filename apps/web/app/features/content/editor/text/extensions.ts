import { defaultKeymap, history, historyKeymap, indentLess, indentMore, isolateHistory } from '@codemirror/commands';
import {
  EditorSelection,
  EditorState,
  type Extension,
  Prec,
  type StateCommand,
  StateEffect,
  StateField,
  Transaction,
} from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  type KeyBinding,
  keymap,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { loadPart } from '../../../../ui/load-part.ts';
import { toast } from '../../../../ui/toast.ts';
import { type Action, actions } from './actions.ts';
import { continueList, indentItems, outdentItems } from './commands/lists.ts';
import { linkOverSelection } from './commands/marks.ts';
import { findGaps, spaceOut } from './commands/spacing.ts';
import { nodeAround } from './commands/syntax-at.ts';
import { highlighting, ourMarkdown } from './markdown-language.ts';
import { enterInTable, nextCell, previousCell } from './table/table.ts';
import { tableBar, tableColumns } from './table/table-bar.ts';
import { request, toggleMode, updates } from './view-state.ts';

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

/** Key bindings. Tab is handled in lists, tables and code only; Escape then Tab leaves them. */
const keys: Extension = [
  Prec.high(
    keymap.of([
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
    ]),
  ),
  keymap.of([
    ...historyKeymap,
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-i' && key !== 'Mod-/' && key !== 'Mod-Enter'),
  ]),
];

/** Loads find and replace when it is first asked for. */
export function openFind(view: EditorView) {
  loadPart(
    () => import('./find.ts'),
    ({ find }) => find(view),
  );
  return true;
}

/** Adds what helps after the first key: the menu behind `/`, closing brackets. */
export function addTypingHelp(view: EditorView, isGone: () => boolean) {
  loadPart(
    () => import('./typing-help.ts'),
    ({ typingHelp }) => {
      if (!isGone()) view.dispatch({ effects: StateEffect.appendConfig.of(typingHelp) });
    },
  );
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

export const setFocusMode = StateEffect.define<boolean>();

const isFocusMode = StateField.define<boolean>({
  create: () => false,
  update: (on, transaction) =>
    transaction.effects.reduce((now, effect) => (effect.is(setFocusMode) ? effect.value : now), on),
  provide: (field) =>
    EditorView.editorAttributes.from(field, (on) =>
      on ? { class: 'text-is-focused' } : ({} as Record<string, string>),
    ),
});

/** Focus mode: highlights the current paragraph and centers its line. */
const focusMode: Extension = [
  isFocusMode,
  EditorState.transactionExtender.of((transaction) => {
    if (!transaction.startState.field(isFocusMode) || transaction.isUserEvent('select.pointer')) return null;
    if (!transaction.docChanged && !transaction.selection) return null;
    return { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: 'center' }) };
  }),
  ViewPlugin.define((view) => new ParagraphHighlight(view), { decorations: (plugin) => plugin.lines }),
];

const here = Decoration.line({ class: 'text-is-here' });

class ParagraphHighlight {
  lines = Decoration.none;
  constructor({ state }: EditorView) {
    this.mark(state);
  }
  update({ state, startState, docChanged, selectionSet }: ViewUpdate) {
    if (docChanged || selectionSet || state.field(isFocusMode) !== startState.field(isFocusMode)) this.mark(state);
  }
  mark(state: EditorState) {
    this.lines = state.field(isFocusMode)
      ? Decoration.set(paragraphLines(state).map((from) => here.range(from)))
      : Decoration.none;
  }
}

/** Start positions of the lines of the paragraph at the caret. */
function paragraphLines({ doc, selection }: EditorState): number[] {
  const { number } = doc.lineAt(selection.main.head);
  const isWritten = (at: number) => at >= 1 && at <= doc.lines && doc.line(at).text.trim() !== '';
  let first = number;
  while (isWritten(first) && isWritten(first - 1)) first--;
  let last = number;
  while (isWritten(last) && isWritten(last + 1)) last++;
  return Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index).from);
}

/** Inserts spaces and shows the count in a toast. */
export function runSpacing(view: EditorView): boolean {
  const wanting = findGaps(view.state).length;
  if (wanting === 0) toast('normal', '中英文之间已经都有空格');
  else if (spaceOut(view)) toast('success', `加了 ${wanting} 处空格，撤销一次即可还原`);
  return true;
}

let areAdopted = false;

/**
 * Makes CodeMirror use a constructed style sheet, which the content security policy allows, unlike a `<style>`
 * element. It does so when the document has no `<head>`, so the first editor is created while `head` is hidden.
 */
export function adoptStyles() {
  if (areAdopted) return;
  areAdopted = true;
  Object.defineProperty(document, 'head', { value: null, configurable: true });
  try {
    new EditorView({ root: document }).destroy();
  } finally {
    Reflect.deleteProperty(document, 'head');
  }
}

const commandEvents = /^input\.(?:mark|block|list|indent|link|table|spacing|paste)$/;

/** Extensions of the Markdown editor. */
export const editorExtensions: Extension = [
  ourMarkdown,
  highlighting,
  history(),
  // a command is an undo step of its own, however quickly typing follows
  EditorState.transactionExtender.of((transaction) =>
    commandEvents.test(transaction.annotation(Transaction.userEvent) ?? '')
      ? { annotations: isolateHistory.of('full') }
      : null,
  ),
  drawSelection(),
  dropCursor(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  EditorState.allowMultipleSelections.of(true),
  EditorView.contentAttributes.of({
    'aria-label': '正文',
    tabindex: '0',
    lang: 'zh-CN',
    spellcheck: 'false',
    autocapitalize: 'off',
  }),
  placeholder('开始写正文。另起一行输入 / 可以插入标题、图片、表格……'),
  EditorState.phrases.of({
    'current match': '当前这一处',
    'on line': '，在第',
    'replaced match on line $': '替换了第 $ 行的一处',
    'replaced $ matches': '替换了 $ 处',
    'Selection deleted': '删去了选中的文字',
    Completions: '可以插入的',
  }),
  typing,
  tableBar,
  tableColumns,
  focusMode,
  keys,
  updates,
];

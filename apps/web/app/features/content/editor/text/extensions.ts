import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Extension, type Range, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  keymap,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { tableColumns } from './table/wide-characters.ts';
import { updates } from './view-state.ts';

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

const currentParagraph = Decoration.line({ class: 'text-is-here' });

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
      ? Decoration.set(paragraphLines(state).map((from) => currentParagraph.range(from)))
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

const heading = Decoration.line({ class: 'text-md-heading' });

/** Headings until they are parsed: as they will look then, so that nothing changes under the eye. */
const earlyHeadings = EditorView.decorations.compute(['doc'], ({ doc }) => {
  const lines: Range<Decoration>[] = [];
  let isCode = false;
  let from = 0;
  for (const text of doc.iterLines()) {
    if (/^ {0,3}(?:```|~~~)/.test(text)) isCode = !isCode;
    else if (!isCode && /^ {0,3}#{1,6}(?:\s|$)/.test(text)) lines.push(heading.range(from));
    from += text.length + 1;
  }
  return Decoration.set(lines);
});

/** Keys of the text's tools, as `toolKeys` binds them. */
export const earlyKeys = [
  'Tab',
  ...['b', 'i', 'e', 'f', '/'].map((key) => `Mod-${key}`),
  ...['x', 'h', 'k', '6', '7', '8', '9', 'Enter'].map((key) => `Mod-Shift-${key}`),
  ...['0', '1', '2', '3', '4', 'c', 'm', 'f', 's', 'o', 'Enter'].map((key) => `Mod-Alt-${key}`),
];

/** A tool's key, or pasted or dropped content that is more than text. */
export type EarlyAct = string | DataTransfer;

/** Stands in for the tools: draws headings, and keeps in `acts` what only the tools can do. */
export function withoutTools(acts: EarlyAct[]): Extension {
  const keep = (event: Event, data: DataTransfer | null) => {
    if (!data?.types.some((type) => type === 'Files' || type === 'text/html')) return false;
    event.preventDefault();
    acts.push(copyOf(data));
    return true;
  };
  return [
    earlyHeadings,
    keymap.of(earlyKeys.map((key) => ({ key, run: () => acts.push(key) > 0, stopPropagation: true }))),
    EditorView.domEventHandlers({
      paste: (event) => keep(event, event.clipboardData),
      drop: (event) => keep(event, event.dataTransfer),
    }),
  ];
}

/** The event's own data is empty as soon as it has been handled. */
function copyOf(data: DataTransfer) {
  const copy = new DataTransfer();
  for (const type of data.types) if (type !== 'Files') copy.setData(type, data.getData(type));
  for (const file of data.files) copy.items.add(file);
  return copy;
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

/** Text without its tools: what the first key needs. */
export const bareText: Extension = [
  history(),
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
  // all at once: later ones would set up the view anew
  EditorState.phrases.of({
    'current match': '当前这一处',
    'on line': '，在第',
    'replaced match on line $': '替换了第 $ 行的一处',
    'replaced $ matches': '替换了 $ 处',
    'Selection deleted': '删去了选中的文字',
    Completions: '可以插入的',
  }),
  focusMode,
  tableColumns,
  keymap.of([
    ...historyKeymap,
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-i' && key !== 'Mod-/' && key !== 'Mod-Enter'),
  ]),
  updates,
];

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import type { Extension, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type Action, actions } from '../actions.ts';
import { isVerbatim } from '../commands/syntax-at.ts';
import { iconElement } from '../icon-element.ts';
import { findBlocks, type SlashBlock } from './blocks.ts';

type BlockCompletion = Completion & { icon: string };

const sign = /(?:^|\s)\/[\p{Script=Han}a-z0-9]{0,12}$/iu;
/** What a Chinese input method writes for the same key. */
const chineseSign = /^[\s>]*、[\p{Script=Han}a-z0-9]{0,12}$/iu;

/** `/` at the start of a line or after white space lists the blocks that can be put in there. */
export const slashMenu: Extension = [
  autocompletion({
    override: [source],
    defaultKeymap: false,
    icons: false,
    tooltipClass: () => 'slash-menu',
    activateOnTypingDelay: 0,
    interactionDelay: 0,
    addToOptions: [{ render: (completion) => iconElement((completion as BlockCompletion).icon), position: 20 }],
  }),
  keymap.of(completionKeymap.filter(({ key }) => key !== 'Ctrl-Space' && key !== 'Alt-`' && key !== 'Alt-i')),
  // what an input method wrote is looked at when it is done
  EditorView.domEventHandlers({
    compositionend: (_, view) => {
      setTimeout(() => signAt(view.state.doc.lineAt(view.state.selection.main.head).text) && startCompletion(view));
    },
  }),
];

const signAt = (text: string) => sign.exec(text) ?? chineseSign.exec(text);

function source(context: CompletionContext): CompletionResult | null {
  const { state, pos, view } = context;
  const line = state.doc.lineAt(pos);
  const found = view?.composing ? null : signAt(line.text.slice(0, pos - line.from));
  if (!found || isVerbatim(state, pos)) return null;
  const from = pos - found[0].length + found[0].search(/[/、]/);
  const options = findBlocks(state.sliceDoc(from + 1, pos)).map(completionFor);
  // looked at anew at every key at once, so that Enter right after one means what is seen
  const update = (_: unknown, __: number, ___: number, then: CompletionContext) => source(then);
  return options.length > 0 ? { from, options, filter: false, update } : null;
}

function completionFor({ action, hint }: SlashBlock): BlockCompletion {
  const { label, icon, run }: Action = actions[action];
  return { label, icon, detail: hint, apply: (view, _, from, to) => putInPlace(view, run, from, to) };
}

/** What was typed goes and the block comes in one step. */
function putInPlace(view: EditorView, run: Action['run'], from: number, to: number) {
  const cleared = view.state.update({ changes: { from, to }, selection: { anchor: from } });
  let put: Transaction | undefined;
  const stand = { state: cleared.state, dispatch: (transaction: Transaction) => (put = transaction), dom: view.dom };
  run(stand as unknown as EditorView);
  view.dispatch({
    changes: put ? cleared.changes.compose(put.changes) : cleared.changes,
    selection: put?.newSelection ?? cleared.newSelection,
    userEvent: 'input.block',
    scrollIntoView: true,
  });
}

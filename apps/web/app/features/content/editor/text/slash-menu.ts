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
import { iconElement } from '@mojian/ui/drawn-icon';
import { type Action, type ActionName, actions } from './actions.ts';
import { isVerbatim } from './commands/syntax-at.ts';

type BlockCompletion = Completion & { icon: string };

const slashQuery = /(?:^|\s)\/[\p{Script=Han}a-z0-9]{0,12}$/iu;
/** Character typed by Chinese input methods for the slash key. */
const chineseQuery = /^[\s>]*、[\p{Script=Han}a-z0-9]{0,12}$/iu;

/** Block menu opened by `/` at the start of a line or after white space. */
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
  // composed text is checked when the composition ends
  EditorView.domEventHandlers({
    compositionend: (_, view) => {
      setTimeout(() => queryIn(view.state.doc.lineAt(view.state.selection.main.head).text) && startCompletion(view));
    },
  }),
];

const queryIn = (text: string) => slashQuery.exec(text) ?? chineseQuery.exec(text);

function source(context: CompletionContext): CompletionResult | null {
  const { state, pos, view } = context;
  const line = state.doc.lineAt(pos);
  const found = view?.composing ? null : queryIn(line.text.slice(0, pos - line.from));
  if (!found || isVerbatim(state, pos)) return null;
  const from = pos - found[0].length + found[0].search(/[/、]/);
  const options = findBlocks(state.sliceDoc(from + 1, pos)).map(completionFor);
  // updates synchronously, so that Enter right after a key takes the visible item
  const update = (_: unknown, __: number, ___: number, then: CompletionContext) => source(then);
  return options.length > 0 ? { from, options, filter: false, update } : null;
}

function completionFor({ action, hint }: SlashBlock): BlockCompletion {
  const { label, icon, run }: Action = actions[action];
  return { label, icon, detail: hint, apply: (view, _, from, to) => putInPlace(view, run, from, to) };
}

/** Replaces the typed query with the block in one undoable step. */
function putInPlace(view: EditorView, run: Action['run'], from: number, to: number) {
  const cleared = view.state.update({ changes: { from, to }, selection: { anchor: from } });
  let put: Transaction | undefined;
  const fakeView = { state: cleared.state, dispatch: (transaction: Transaction) => (put = transaction), dom: view.dom };
  run(fakeView as unknown as EditorView);
  view.dispatch({
    changes: put ? cleared.changes.compose(put.changes) : cleared.changes,
    selection: put?.newSelection ?? cleared.newSelection,
    userEvent: 'input.block',
    scrollIntoView: true,
  });
}

type SlashBlock = { action: ActionName; hint: string; words: string };

/** Blocks of the slash menu with hints and search words. */
export const slashBlocks: SlashBlock[] = [
  { action: 'heading1', hint: '#', words: 'yjbt bt yijibiaoti h1 heading' },
  { action: 'heading2', hint: '##', words: 'ejbt bt erjibiaoti h2 heading' },
  { action: 'heading3', hint: '###', words: 'sjbt bt sanjibiaoti h3 heading' },
  { action: 'heading4', hint: '####', words: 'sjbt bt sijibiaoti h4 heading' },
  { action: 'bullet', hint: '-', words: 'wxlb lb wuxuliebiao bullet list ul' },
  { action: 'number', hint: '1.', words: 'yxlb lb youxuliebiao numbered list ol' },
  { action: 'task', hint: '- [ ]', words: 'rwlb lb renwuliebiao task todo list dbsx' },
  { action: 'quote', hint: '>', words: 'yy yinyong quote blockquote' },
  { action: 'fence', hint: '```', words: 'dmk dm daimakuai code fence' },
  { action: 'table', hint: '| |', words: 'bg biaoge table' },
  { action: 'picture', hint: '![]', words: 'tp tupian picture image photo' },
  { action: 'ownPictures', hint: '![]', words: 'fjytp fj fujianyutupian own pictures files attachments again' },
  { action: 'link', hint: '[]()', words: 'lj lianjie link url' },
  { action: 'formula', hint: '$ $', words: 'hngs gs hangneigongshi inline math formula latex' },
  { action: 'formulaBlock', hint: '$$', words: 'gsk gs gongshikuai math formula latex' },
  { action: 'diagram', hint: 'mermaid', words: 'tb lct tubiao liuchengtu diagram mermaid flowchart' },
  { action: 'note', hint: '[!NOTE]', words: 'pz pangzhu note callout info' },
  { action: 'tip', hint: '[!TIP]', words: 'ts tishi tip callout' },
  { action: 'important', hint: '[!IMPORTANT]', words: 'yd yaodian important callout' },
  { action: 'caution', hint: '[!CAUTION]', words: 'dx dangxin caution danger warning callout jg' },
  { action: 'details', hint: ':::', words: 'zdk zd zhediekuai details fold collapse' },
  { action: 'footnote', hint: '[^1]', words: 'jz jiaozhu footnote' },
  { action: 'divider', hint: '---', words: 'fgx fengexian divider hr line' },
  { action: 'more', hint: '<!-- more -->', words: 'gd gengduo more kt kaitou excerpt' },
];

/** Ranks blocks by name, pinyin, initials or English. */
export function findBlocks(typed: string): SlashBlock[] {
  const query = typed.toLowerCase();
  if (!query) return slashBlocks;
  return slashBlocks
    .map((block) => ({ block, rank: rankOf(block, query) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ block }) => block);
}

function rankOf({ action, words }: SlashBlock, query: string): number {
  const { label } = actions[action];
  if (label.startsWith(query)) return 4;
  if (words.split(' ').some((word) => word === query)) return 3;
  if (label.includes(query)) return 2;
  return words.split(' ').some((word) => word.startsWith(query)) ? 1 : 0;
}

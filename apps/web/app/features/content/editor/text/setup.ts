import { history, isolateHistory } from '@codemirror/commands';
import { search } from '@codemirror/search';
import { EditorState, type Extension, Transaction } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, highlightActiveLine, placeholder } from '@codemirror/view';
import { findPanel } from './find/find-panel.tsx';
import { focusMode } from './focus-mode.ts';
import { keys } from './keys.ts';
import { slashMenu } from './slash/slash-menu.ts';
import { highlighting } from './syntax/highlight.ts';
import { ourMarkdown } from './syntax/language.ts';
import { tableBar } from './table/table-bar.ts';
import { tableColumns } from './table/table-columns.ts';
import { typing } from './typing.ts';
import { updates } from './updates.ts';

const ofCommands = /^input\.(?:mark|block|list|indent|link|table|spacing|paste)$/;

/** All that makes a plain text into our editor of Markdown. */
export const setup: Extension = [
  ourMarkdown,
  highlighting,
  history(),
  // what a command does is a step of its own, however quickly typing follows
  EditorState.transactionExtender.of((transaction) =>
    ofCommands.test(transaction.annotation(Transaction.userEvent) ?? '')
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
  slashMenu,
  tableBar,
  tableColumns,
  focusMode,
  search({ top: true, createPanel: findPanel }),
  keys,
  updates,
];

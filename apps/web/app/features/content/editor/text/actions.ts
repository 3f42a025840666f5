import { redo, undo } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  insertBlock,
  insertFence,
  insertFootnote,
  listKind,
  setHeading,
  setList,
  toggleQuote,
} from './commands/blocks.ts';
import { readPrefix } from './commands/lists.ts';
import { hasMark, isLink, marks, toggleLink, toggleMark } from './commands/marks.ts';
import { isVerbatim, nodeAround } from './commands/syntax-at.ts';
import { request } from './view-state.ts';

export type Action = {
  id: string;
  label: string;
  icon: string;
  /** As CodeMirror writes keys; `Mod` is Ctrl, on Macs ⌘. */
  keys?: string;
  run: (view: EditorView) => boolean;
};

const callout = (kind: string) => insertBlock(`> [!${kind}]\n> ‸`);

export const actions = {
  body: { id: 'body', label: '正文', icon: 'toleft', keys: 'Mod-Alt-0', run: setHeading(0) },
  heading1: { id: 'heading1', label: '一级标题', icon: 'h', keys: 'Mod-Alt-1', run: setHeading(1) },
  heading2: { id: 'heading2', label: '二级标题', icon: 'h', keys: 'Mod-Alt-2', run: setHeading(2) },
  heading3: { id: 'heading3', label: '三级标题', icon: 'h', keys: 'Mod-Alt-3', run: setHeading(3) },
  heading4: { id: 'heading4', label: '四级标题', icon: 'h', keys: 'Mod-Alt-4', run: setHeading(4) },
  bold: { id: 'bold', label: '加粗', icon: 'bold', keys: 'Mod-b', run: toggleMark(marks.bold) },
  italic: { id: 'italic', label: '着重', icon: 'italic', keys: 'Mod-i', run: toggleMark(marks.italic) },
  strike: { id: 'strike', label: '删除线', icon: 'strike', keys: 'Mod-Shift-x', run: toggleMark(marks.strike) },
  marked: { id: 'marked', label: '荧光标记', icon: 'pen', keys: 'Mod-Shift-h', run: toggleMark(marks.marked) },
  code: { id: 'code', label: '行内代码', icon: 'code', keys: 'Mod-e', run: toggleMark(marks.code) },
  link: { id: 'link', label: '链接', icon: 'link', keys: 'Mod-Shift-k', run: toggleLink },
  quote: { id: 'quote', label: '引用', icon: 'quote', keys: 'Mod-Shift-6', run: toggleQuote },
  number: { id: 'number', label: '有序列表', icon: 'numbers', keys: 'Mod-Shift-7', run: setList('number') },
  bullet: { id: 'bullet', label: '无序列表', icon: 'list', keys: 'Mod-Shift-8', run: setList('bullet') },
  task: { id: 'task', label: '任务列表', icon: 'tasks', keys: 'Mod-Shift-9', run: setList('task') },
  picture: { id: 'picture', label: '图片', icon: 'pic', run: request('picture') },
  ownPictures: { id: 'ownPictures', label: '附件与图片', icon: 'pic', run: request('own-pictures') },
  table: { id: 'table', label: '表格', icon: 'table', run: request('table') },
  fence: { id: 'fence', label: '代码块', icon: 'fence', keys: 'Mod-Alt-c', run: insertFence('') },
  formula: { id: 'formula', label: '行内公式', icon: 'sum', keys: 'Mod-Alt-m', run: toggleMark(marks.formula) },
  formulaBlock: { id: 'formulaBlock', label: '公式块', icon: 'sum', run: insertBlock('$$\n‸\n$$') },
  note: { id: 'note', label: '旁注', icon: 'note', run: callout('NOTE') },
  tip: { id: 'tip', label: '提示', icon: 'note', run: callout('TIP') },
  important: { id: 'important', label: '要点', icon: 'note', run: callout('IMPORTANT') },
  caution: { id: 'caution', label: '当心', icon: 'warn', run: callout('CAUTION') },
  details: { id: 'details', label: '折叠块', icon: 'right', run: insertBlock('::: details ‹点开看›\n\n:::') },
  footnote: { id: 'footnote', label: '脚注', icon: 'footnote', keys: 'Mod-Alt-f', run: insertFootnote },
  divider: { id: 'divider', label: '分隔线', icon: 'minus', run: insertBlock('---\n\n‸') },
  more: { id: 'more', label: '「更多」：开头到此为止', icon: 'cut', run: insertBlock('<!-- more -->\n\n‸') },
  diagram: {
    id: 'diagram',
    label: '图表',
    icon: 'flow',
    run: insertBlock('```mermaid\nflowchart LR\n  ‹开始› --> 结束\n```'),
  },
  undo: { id: 'undo', label: '撤销', icon: 'undo', keys: 'Mod-z', run: undo },
  redo: { id: 'redo', label: '重做', icon: 'redo', keys: 'Mod-Shift-z', run: redo },
} satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

const fences = new Set(['FencedCode', 'CodeBlock']);
const tables = new Set(['Table']);

/** Names of the commands active at the caret or in the whole selection. */
export function activeActions(state: EditorState): ActionName[] {
  const { main } = state.selection;
  const active: ActionName[] = [];
  if (nodeAround(state, main.from, main.to, fences)) return ['fence'];
  for (const name of ['bold', 'italic', 'strike', 'marked', 'code', 'formula'] as const) {
    if (hasMark(state, main, marks[name])) active.push(name);
  }
  if (isLink(state)) active.push('link');
  if (nodeAround(state, main.from, main.to, tables)) active.push('table');
  return isVerbatim(state, main.head) ? active : [...active, ...lineActions(state.doc.lineAt(main.head).text)];
}

function lineActions(text: string): ActionName[] {
  const prefix = readPrefix(text);
  const list = listKind(prefix);
  const level = prefix.heading.length;
  return [
    ...(prefix.quote.includes('>') ? (['quote'] as const) : []),
    ...(list ? [list] : []),
    ...(level >= 1 && level <= 4 ? [`heading${level}` as ActionName] : []),
  ];
}

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const names: Record<string, string> = isMac
  ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↩' }
  : { Mod: 'Ctrl', Enter: '回车' };

/** Formats keys for the platform: `Ctrl+Shift+X`, `⌘⇧X`. */
export function shownKeys(keys: string): string {
  const labels = keys.split('-').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
  return labels.join(isMac ? '' : '+');
}

/** Formats keys for `aria-keyshortcuts`. */
export function ariaKeys(keys: string): string {
  return keys.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+');
}

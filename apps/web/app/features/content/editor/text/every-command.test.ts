import { defaultKeymap } from '@codemirror/commands';
import { EditorSelection, type EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { actions } from './actions.ts';
import { insertFence } from './commands/blocks.ts';
import { spaceOut } from './commands/spacing.ts';
import { stateOf, written } from './commands/try-command.ts';
import { toolKeys } from './markdown-typing.ts';
import { insertTable } from './table/table.ts';
import { tableActions } from './table/table-bar.ts';

type Command = (view: EditorView) => boolean;

/** Commands whose name says that they delete, open something beside the text, or replace what is selected. */
const deleting = /^(?:delete|removeRow|removeColumn|copyLine|undo|redo)/;
const opening = /^(?:Mod-f|Mod-\/|Mod-Alt-o|Mod-Alt-Enter|Mod-Shift-Enter|Mod-Alt-s|picture|ownPictures|table)$/;
const replacing = /^(?:|splitLine|insertNewline.*)$/;
const moving = /^(?:cursor|select|simplifySelection|toggleTabFocusMode|addCursor)/;

/** Every command of keys, toolbar, menus and table bar, with CodeMirror's own that change text, by name. */
const commands: [name: string, run: Command][] = [
  ...toolKeys.flatMap(({ key = '', run, shift }) => [
    ...(run ? ([[key, run]] as [string, Command][]) : []),
    ...(shift ? ([[`Shift-${key}`, shift]] as [string, Command][]) : []),
  ]),
  ...[...Object.values(actions), ...tableActions].map(({ id, run }): [string, Command] => [id, run]),
  ['fence-js', insertFence('js')],
  ['insertTable', insertTable(2, 3)],
  ['spaceOut', spaceOut], // behind Mod-Alt-s, which also says what it did
  ...defaultKeymap.flatMap(({ run, shift }) => [run, shift].flatMap((one) => (one ? [[one.name, one]] : []))),
].filter(([name]) => ![deleting, opening, moving].some((kind) => kind.test(name as string))) as [string, Command][];

/** Texts of all that a document may hold; some rows have cells beyond the table's columns, some too few. */
const corpus = [
  '|姓名|电话|\n|---|---|\n| |张三|13800000000|      |      |',
  '| a | b |\n| --- | --- |\n| 1 | 2 | 3 |\n| 4 |\n5|6|7|8',
  '| a | b |\n| :-: | --: |\n| `a|b` | 说明 |\n| 或 | `c||d` |\n| ``e`|f`` | g | h |',
  '| 一 | 二 |\n|---|---|\n| x \\| y | \\\\| z |\n||\n|\n| 三 | 四 ||||五',
  '> 引文\n>\n> | a | b |\n> | - | - |\n> | c | d | e |\n> 后文',
  '- 项\n  | a | b |\n  | - | - |\n  | c | d | e |\n- 二',
  '1. 一\n   | [甲|乙](https://a.cn/x|y) | $a|b$ |\n   | - | - |\n   | ![丙|丁](/p.png) | 😀|👨‍👩‍👧 |',
  '|甲|\n|-|\n|乙|丙|\n\n正文|不是表格\n|也不是|',
  '正文 English 混排123，**强调**和*斜体*，~~删~~ ==标== `码` $x^2$ [链接](https://a.cn/b "题") 完。',
  '# 一级 *标题* {#id}\n\n## 20260101. 日记\n段落\n###### 六级',
  '- 一\n- [ ] 二\n- [x] 三\n  - 四\n\n    五\n  * 六\n+ 七',
  '1. 一\n2. 二\n   1. 三\n   2. 四\n3) 五\n\n9. 九\n10. 十',
  '20260101. 日记\n20260102. 又一天\n\n1990.\n\n3.',
  '> 引\n> > 深\n> > - 列\n> > - \n> 1. 一\n> 2. \n>\n后',
  '- \n-\n1. \n> \n>\n> - [x] ',
  '```js\nconst a = 1 | 2; // 注\n\tb();\n```\n\n    缩进码\n\n`行|内`',
  '$$\n\\sum_{i=1}^n x|y|\n$$\n\n$a$ 和 $$b$$',
  '::: details 点开\n里面 | 有\n:::\n\n> [!NOTE]\n> 注意\n\n文[^1]，又[^注]\n\n[^1]: 脚注一\n[^注]: 脚注二',
  '<div>HTML <b>粗</b></div>\n\n<!-- 注释 more -->\n\n行内 <kbd>Ctrl</kbd> &amp; \\*不是\\*',
  '![图片](/files/a.png "题"){width=50%}\n\n[参考][r]\n\n[r]: https://a.cn "名"\n<https://b.cn>',
  '---\ntitle: 题\n---\n\n正文\n\n***\n\n**“重点”**B站，**“开源”**Linux…**100%**a',
  '𠮷野家😀é한국어ｱ العربية\u3000全角｜竖线　**粗**𠀀',
  '一\r\n- 二\r\n\r\n| a | b |\r\n| - | - |\r\n| c | d | e |',
];

const sign = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/gu;
/** Number of a list item, state of a task, and a heading's or quote's sign: what commands for lists are there to change. */
const marker = /^([ \t>]*)(?:(?:[-*+]|\d{1,3}[.)])(?=\s|$)[ \t]*(?:\[[ xX]\](?=\s|$))?)/gm;

/** Letters and digits by how often they occur. */
function signsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [one] of text.matchAll(sign)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Letters of the first that the second has not. */
function missing(before: Map<string, number>, after: Map<string, number>): string {
  const lost = [...before].map(([one, count]) => one.repeat(Math.max(0, count - (after.get(one) ?? 0))));
  return lost.join('');
}

/** Says which letters a command lost or added beyond those it is named for. */
function faultOf(name: string, before: string, after: string): string | undefined {
  const [had, has] = [signsOf(before), signsOf(after)];
  const lost = links.test(name) ? '' : missing(had, has);
  const added = missing(has, had);
  return lost === '' && (inserted[name] ?? /^$/).test(added) ? undefined : `${name}: lost “${lost}”, added “${added}”`;
}

const withoutMarkers = (text: string) => text.replaceAll(marker, '$1');

/** Letters that a command inserts by its name, in any number of places. */
const inserted: Record<string, RegExp> = {
  note: /^[NOTE]*$/,
  tip: /^[TIP]*$/,
  important: /^[IMPORTANT]*$/,
  caution: /^[CAUTION]*$/,
  details: /^[details点开看]*$/,
  diagram: /^[mermaidflowchartLR开始结束]*$/,
  more: /^[more]*$/,
  footnote: /^\d+$/,
  'Mod-Alt-f': /^\d+$/,
  'fence-js': /^[js]*$/,
  formulaBlock: /^$/,
  // tags where the signs would stay literal
  bold: /^[strong]*$/,
  italic: /^[em]*$/,
  strike: /^s*$/,
  marked: /^[mark]*$/,
  'Mod-b': /^[strong]*$/,
  'Mod-i': /^[em]*$/,
  'Mod-Shift-x': /^s*$/,
  'Mod-Shift-h': /^[mark]*$/,
};
const links = /^(?:link|Mod-Shift-k)$/;

/** The text after a command; undefined when it left the text alone. */
function textAfter(state: EditorState, run: Command): string | undefined {
  let last: Transaction | undefined;
  const dispatch = (change: Transaction | TransactionSpec) => {
    last = 'newDoc' in change ? change : (last?.state ?? state).update(change);
  };
  const dom = { dispatchEvent: () => true };
  const view = { state, dispatch, dom, contentDOM: dom, composing: false, focus: () => undefined };
  run(view as unknown as EditorView);
  return last?.docChanged ? last.newDoc.toString() : undefined;
}

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** Every caret, a selection in both directions from every third place, and two carets or more. */
function selectionsIn(text: string): EditorSelection[] {
  const places = [...[...graphemes.segment(text)].map(({ index }) => index), text.length];
  const range = (from: number, to = from) =>
    EditorSelection.range(places[from] ?? text.length, places[to] ?? text.length);
  return places.flatMap((_, place) => [
    EditorSelection.create([range(place)]),
    ...(place % 3 === 0 ? [EditorSelection.create([range(place, place + 4)])] : []),
    ...(place % 4 === 0 ? [EditorSelection.create([range(place + 25, place)])] : []),
    ...(place % 5 === 0 ? [EditorSelection.create([range(place), range(place + 6, place + 7)])] : []),
    ...(place % 30 === 0
      ? [EditorSelection.create([range(0, place)]), EditorSelection.create([range(0), range(place)])]
      : []),
  ]);
}

/** In the short run every fifth of a text's selections, another fifth for each text. */
const step = process.env.TEST_LONG === '1' ? 1 : 5;

/** Runs all commands with one selection; the faults it finds, and how many were run. */
function tryAll(state: EditorState): { cases: number; faults: string[] } {
  const before = state.doc.toString();
  const isEmpty = state.selection.ranges.every((range) => range.empty);
  const all = commands.filter(([name]) => isEmpty || !replacing.test(name));
  const faults = all.flatMap(([name, run]) => {
    const after = textAfter(state, run) ?? before;
    const fault = after === before ? undefined : faultOf(name, before, after);
    const isLoss = fault && faultOf(name, withoutMarkers(before), withoutMarkers(after));
    return isLoss ? [`${fault}\n${written(state)}\n→\n${after}`] : [];
  });
  return { cases: all.length, faults };
}

test('no command loses or adds a letter or digit, but those it is named for', { timeout: 240_000 }, () => {
  let cases = 0;
  const faults: string[] = [];
  for (const [number, text] of corpus.entries()) {
    const start = stateOf(text);
    const selections = selectionsIn(start.doc.toString()).filter((_, index) => (index + number) % step === 0);
    for (const selection of selections) {
      const tried = tryAll(start.update({ selection }).state);
      cases += tried.cases;
      faults.push(...tried.faults);
    }
  }
  expect(faults.slice(0, 5).join('\n\n')).toBe('');
  expect(cases).toBeGreaterThan(150_000 / step);
});

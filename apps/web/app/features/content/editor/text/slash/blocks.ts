import { type ActionName, actions } from '../actions.ts';

export type SlashBlock = { action: ActionName; hint: string; words: string };

/** The blocks of the slash menu: what is written for them, and what finds them besides their names. */
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

/** Those that what was typed may mean, best first: by the name, its pinyin or its first letters, or in English. */
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

import type { ArticleCard, articles, CategoryShelf } from '@mojian/contract/content/articles';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { Page } from '@mojian/contract/platform/fields';
import { counted } from '../archive/numerals.ts';
import { type Choice, chipsAddress } from './choice.ts';

export type Chip = {
  id: number;
  name: string;
  articles: number;
  intro?: string;
  pigment?: string;
  initial?: string;
};

export type CategoryFigures = Reply<typeof articles.category>;

/** Chips to show out of `total`, the chosen one, and a page of its articles or of the newest. */
export type Chips = {
  choice: Choice;
  chips: Chip[];
  total: number;
  list: Page<ArticleCard>;
  /** For the index of categories, and for one category. */
  shelves?: CategoryShelf[] | undefined;
  figures?: CategoryFigures | undefined;
};

/** Beside an open list only the most used tags are shown, with a link to all. */
const tagsBesideList = 24;

export function tagsShown(tags: Chip[], id: number | undefined) {
  return id ? tags.filter((tag, place) => place < tagsBesideList || tag.id === id) : tags;
}

export const kinds = {
  tag: { path: '/tags', word: '标签' },
  category: { path: '/category', word: '分类' },
};
export type Kind = keyof typeof kinds;

/** Pages past the last are not found. */
export function withinPages(data: Chips): Chips {
  if (data.choice.page > Math.max(1, data.list.pages)) throw new Failure('not-found');
  return data;
}

export function chosenOf({ choice, chips }: Chips): Chip | undefined {
  return chips.find(({ id }) => id === choice.id);
}

export function sentence(kind: Kind, { chips, total, choice, list }: Chips): string {
  if (chips.length === 0) return `还没有${kinds[kind].word}。`;
  if (kind === 'category') {
    const articles = chips.reduce((sum, chip) => sum + chip.articles, 0);
    return `${counted(chips.length)}个分类，${counted(articles)}篇。`;
  }
  if (!choice.id) return `${counted(total)}个词，照书后索引的样子排；${counted(list.total)}篇文章。`;
  return `${counted(total)}个词。点一个，看有它的文章。`;
}

/** Title, description, feed, and canonical address, which leaves out the sort order. */
export function describeChips(kind: Kind, data: Chips) {
  const { path, word } = kinds[kind];
  const { choice, list } = data;
  const chosen = chosenOf(data);
  const year = choice.year ? `（${choice.year} 年）` : '';
  const page = year + (choice.page > 1 ? `（第 ${choice.page} 页）` : '');
  return {
    title: (chosen ? `${word}：${chosen.name}` : `文章${word}`) + page,
    description: chosen
      ? `${word}「${chosen.name}」下的 ${list.total} 篇文章${chosen.intro ? `：${chosen.intro}` : ''}`
      : `全部${word}：${data.chips
          .slice(0, 20)
          .map(({ name }) => name)
          .join('、')}。`,
    path: chipsAddress(path, { id: chosen?.id, year: choice.year, page: choice.page }),
    ...(chosen && { feed: `/feed/${kind}/${chosen.id}.xml` }),
  };
}

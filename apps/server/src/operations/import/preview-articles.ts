import { articleStateWords } from '@mojian/contract/operations/import-words';
import { chinaDay } from '@mojian/contract/platform/time';
import type { SourceArticle } from '@mojian/importers/form';
import type { Options, Outcome } from './context.ts';
import { lockOf } from './passwords.ts';

/** An article or page that would come, as a person looks through them. */
export type PreviewedArticle = {
  /** Names it within the file. */
  key: string;
  title: string;
  isPage: boolean;
  state: keyof typeof articleStateWords;
  /** Milliseconds; null without a date. */
  publishedAt: number | null;
  /** Whether the date is a guess. */
  undated: boolean;
  outcome: Outcome;
};

/** Articles of a preview that are listed by their titles. */
export const mostListed = 2000;

export function previewedArticle(item: SourceArticle, outcome: Outcome): PreviewedArticle {
  const { title, key, isPage, state, publishedAt, isDateGuessed } = item;
  const isScheduled = state === 'published' && (publishedAt ?? 0) > Date.now();
  const open = isScheduled ? 'scheduled' : state === 'held' ? 'draft' : state;
  return {
    key,
    title: (title || key).slice(0, 200),
    isPage,
    state: lockOf(item) === 'lost' ? 'private' : open,
    publishedAt,
    undated: isDateGuessed === true && !isPage,
    outcome,
  };
}

/** An article whose date is a guess comes as a draft where the owner chose so. */
export function asChosen(item: SourceArticle, { undatedAsDrafts }: Options): SourceArticle {
  const isMeant = undatedAsDrafts === true && item.isDateGuessed === true && !item.isPage;
  return isMeant && item.state === 'published' ? { ...item, state: 'draft' } : item;
}

/** Lines of the terminal for the first, or all, articles of a preview. */
export function articleLines(articles: PreviewedArticle[], most: number, undatedAsDrafts: boolean) {
  const lines = articles.slice(0, most).map(({ title, isPage, state, publishedAt, undated }) => {
    const shown = undated && undatedAsDrafts && state === 'published' ? 'draft' : state;
    const day = publishedAt === null ? '没有日期' : `${chinaDay(publishedAt)}${undated ? '（没有写，猜的）' : ''}`;
    return `  ${isPage ? '页面' : '文章'} 《${title}》 ${articleStateWords[shown]} ${day}`;
  });
  const rest = articles.length - lines.length;
  return rest > 0 ? [...lines, `  还有 ${rest} 篇，加 --all 全列出来`] : lines;
}

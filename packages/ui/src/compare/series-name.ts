import type { ArticleContent } from '@mojian/contract/content/article-content';

export type NamedSeries = { id: number; name: string };

/** What the series a text stands in is called; '' for none. `known`: those of its author, undefined while they are asked for. */
export function seriesName({ seriesId }: Pick<ArticleContent, 'seriesId'>, known: NamedSeries[] | undefined) {
  if (seriesId === null) return '';
  if (!known) return '一个专栏';
  return known.find(({ id }) => id === seriesId)?.name ?? '已删除的专栏';
}

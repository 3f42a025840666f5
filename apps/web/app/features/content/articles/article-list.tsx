import type { ArticleCard } from '@mojian/contract/content/articles';
import { figures } from '../../../ui/figures.ts';
import { Earlier, More } from '../../../ui/more.tsx';
import { type Part, useMore } from '../../../ui/use-more.ts';
import { ArticleRow, PinnedRow } from './article-row.tsx';

type Props = {
  first: Part<ArticleCard>;
  loadPage: (pageNo: number) => Promise<Part<ArticleCard>>;
  /** Address of a page of this list: where "more" leads without scripts. */
  addressOf: (pageNo: number) => string;
  /** Shown when there is nothing at all. */
  empty: React.ReactNode;
  heading?: 'h2' | 'h3';
  /** What stands at the end of each row's last line. */
  extra?: (article: ArticleCard) => React.ReactNode;
};

/** Articles one below the other, and more of them on demand. Give it a `key` that changes with the list's address. */
export function ArticleList({ first, loadPage, addressOf, empty, heading, extra }: Props) {
  const more = useMore(first, loadPage);
  if (more.rows.length === 0) return empty;
  return (
    <>
      <Earlier page={first.pageNo} pages={first.pages} address={addressOf(first.pageNo - 1)} />
      {more.rows.map((article) =>
        article.pinned ? (
          <PinnedRow key={article.id} article={article} />
        ) : (
          <ArticleRow key={article.id} article={article} extra={extra?.(article)} {...(heading && { heading })} />
        ),
      )}
      <More
        more={more}
        address={addressOf(more.next)}
        words="加载更多"
        end={`到这里就读完了，共 ${figures(first.total)} 篇`}
      />
    </>
  );
}

import type { ArticleCard } from '@mojian/contract/content/articles';
import { Count } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Link } from '../../../ui/link.tsx';
import { longDate } from '../../../ui/moment.tsx';
import './pinned-piece.css';

/** The article that the site has pinned, set large. */
export function PinnedPiece({ article }: { article: ArticleCard }) {
  const { path, title, summary, category, publishedAt, minutes, comments } = article;
  return (
    <article className="pinned-piece">
      <Link className="cover-box" to={path} tabIndex={-1} aria-hidden="true">
        <Cover article={article} sizes="(max-width: 760px) 100vw, 832px" />
      </Link>
      <p className="pinned-piece-label accent">{category ? `置顶 · ${category.name}` : '置顶'}</p>
      <h2>
        <Link to={path}>{title}</Link>
      </h2>
      <p className="pinned-piece-summary sub">{summary}</p>
      <p className="meta">
        <time dateTime={publishedAt}>{longDate(publishedAt)}</time>
        <span>约 {minutes} 分钟</span>
        <Count icon="talk" words="评论" value={comments} />
      </p>
    </article>
  );
}

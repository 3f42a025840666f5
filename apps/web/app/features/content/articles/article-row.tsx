import type { ArticleCard } from '@mojian/contract/content/articles';
import { Link } from 'react-router';
import { Count } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { CommentCount } from './comment-count.tsx';

type RowProps = { article: ArticleCard; heading?: 'h2' | 'h3'; extra?: React.ReactNode };

/** One article in a list. A reprint without a picture of its own goes without: a rest in the rhythm of the covers. */
export function ArticleRow({ article, heading: Title = 'h2', extra }: RowProps) {
  const { path, title, summary, original, cover } = article;
  const pictured = original || cover !== '';
  return (
    <article className={pictured ? 'post' : 'post plain'}>
      {pictured && (
        <Link className="cvbox" to={path} tabIndex={-1} aria-hidden="true">
          <Cover article={article} sizes="(max-width: 640px) 104px, 232px" />
        </Link>
      )}
      <div className="body">
        <ArticleMarks article={article} />
        <Title>
          <Link className="lk" to={path}>
            {title}
          </Link>
        </Title>
        <p className="sum clamp2">{summary}</p>
        <RowMeta article={article} extra={extra} />
      </div>
    </article>
  );
}

/** A pinned article: one slim line above the others. */
export function PinnedRow({ article: { path, title, publishedAt, comments } }: { article: ArticleCard }) {
  return (
    <article className="post top-p">
      <div className="body">
        <span className="badge fill">置顶</span>
        <h2>
          <Link className="lk" to={path}>
            {title}
          </Link>
        </h2>
        <div className="meta">
          <Moment at={publishedAt} />
          <CommentCount value={comments} />
        </div>
      </div>
    </article>
  );
}

/** Category and 原创/转载, above a title. */
export function ArticleMarks({ article: { category, original } }: { article: ArticleCard }) {
  return (
    <div className="top">
      {category && (
        <Link className="label" to={`/category?id=${category.id}`}>
          {category.name}
        </Link>
      )}
      <span className={original ? 'mk' : 'mk re'}>{original ? '原创' : '转载'}</span>
    </div>
  );
}

function RowMeta({ article, extra }: Pick<RowProps, 'article' | 'extra'>) {
  const { author, publishedAt, views, comments, likes, tags } = article;
  return (
    <div className="meta">
      <Link className="writer" to={`/user/${author.id}`}>
        {author.nickname}
      </Link>
      <Moment at={publishedAt} />
      <Count icon="eye" words="阅读" value={views} />
      <CommentCount value={comments} />
      <Count icon="heart" words="点赞" value={likes} />
      {tags.map(({ id, name }) => (
        <Link key={id} className="tag" to={`/tags?id=${id}`}>
          {name}
        </Link>
      ))}
      {extra}
    </div>
  );
}

import type { ArticleCard } from '@mojian/contract/content/articles';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { Count } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ArticleMarks, CommentCount } from '../../content/articles/article-list.tsx';

type Props = { article: ArticleCard; arrival: string };

export function LeadText({ article, arrival }: Props) {
  return (
    <div className={arrival}>
      <ArticleMarks article={article} />
      <h2>
        <Link className="lk" to={article.path}>
          {article.title}
        </Link>
      </h2>
      <p className="sum clamp2">{article.summary}</p>
      <div className="meta">
        <Link to={`/user/${article.author.id}`}>{article.author.nickname}</Link>
        <Moment at={article.publishedAt} />
        <span>
          <Icon name="clock" />
          {`约 ${article.minutes} 分钟`}
        </span>
        <Count icon="eye" words="阅读" value={article.views} />
        <CommentCount value={article.comments} />
      </div>
    </div>
  );
}

export function SideCard({ article, arrival }: Props) {
  const { path, title, category, publishedAt, views, comments } = article;
  return (
    <article className={arrival}>
      <Link className="cvbox" to={path} tabIndex={-1} aria-hidden="true">
        <Cover article={article} sizes="(max-width: 1118px) 50vw, 304px" />
      </Link>
      {category && (
        <Link className="label" to={`/category?id=${category.id}`}>
          {category.name}
        </Link>
      )}
      <h3>
        <Link className="lk" to={path}>
          {title}
        </Link>
      </h3>
      <div className="meta">
        <Moment at={publishedAt} />
        <Count icon="eye" words="阅读" value={views} />
        <CommentCount value={comments} />
      </div>
    </article>
  );
}

import type { ArticleInfo } from '@mojian/contract/content/articles';
import { Icon } from '@mojian/ui/icon';

type Series = NonNullable<ArticleInfo['series']>;

/** Where the article stands in its series, the way on, and, folded, what else is in it. */
export function SeriesBox({ articleId, series }: { articleId: number; series: Series }) {
  const { id, name, position, total, previous, next } = series;
  return (
    <nav className="in-series" aria-label={`专栏：${name}`}>
      <p className="of">
        <span className="label">专栏</span>
        <a href={`/series/${id}`}>{name}</a>
        <span className="n">
          第 {position} 篇 / 共 {total} 篇
        </span>
      </p>
      {(previous || next) && (
        <p className="ways">
          {previous && (
            <a href={previous.path}>
              <Icon name="left" />
              <span className="vh">专栏的上一篇：</span>
              <b>{previous.title}</b>
            </a>
          )}
          {next && (
            <a className="to-next" href={next.path}>
              <span className="vh">专栏的下一篇：</span>
              <b>{next.title}</b>
              <Icon name="right" />
            </a>
          )}
        </p>
      )}
      {total > 1 && <Titles articleId={articleId} series={series} />}
    </nav>
  );
}

function Titles({ articleId, series: { id, total, from, articles } }: { articleId: number; series: Series }) {
  return (
    <details>
      <summary>专栏目录</summary>
      <ol start={from}>
        {articles.map((article) => (
          <li key={article.id}>
            <a href={article.path} aria-current={article.id === articleId ? 'page' : undefined}>
              {article.title}
            </a>
          </li>
        ))}
      </ol>
      {articles.length < total && (
        <p>
          <a href={`/series/${id}`}>查看全部 {total} 篇</a>
        </p>
      )}
    </details>
  );
}

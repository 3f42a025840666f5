import type { ArticleInfo } from '@mojian/contract/content/articles';
import { readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useHas } from '../../../site/features-on.ts';
import { Count } from '../../../ui/count.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { exactTime, longDate } from '../../../ui/moment.tsx';
import { part, triggerProps } from './article-page.ts';

export function ArticleHead({ article }: { article: ArticleInfo }) {
  const { kind, category, original, title, summary, locked, readType, html } = article;
  const isPage = kind === 'page';
  return (
    <header className="article-head">
      <div className="row">
        {category && (
          <a className="label" href={`/category?id=${category.id}`}>
            {category.name}
          </a>
        )}
        {!isPage && (
          <span className={original ? 'origin-mark' : 'origin-mark origin-mark-repost'}>
            {original ? '原创' : '转载'}
          </span>
        )}
        {readType === readTypes.onlyAuthor && (
          <span className="meta">
            <span>
              <Icon name="lock" />
              仅自己可见
            </span>
          </span>
        )}
        {locked && (
          <span className="meta" {...part('locked')}>
            <span>
              <Icon name="lock" />
              {unlockedBy[readType]}
            </span>
          </span>
        )}
      </div>
      <h1>{title}</h1>
      {summary && !isPage && !opensWith(html, summary) && <p className="article-stand">{summary}</p>}
      {isPage ? <PageDate updatedAt={article.updatedAt} /> : <Byline article={article} />}
    </header>
  );
}

/** Date line of a page, which has no author or counts. */
function PageDate({ updatedAt }: Pick<ArticleInfo, 'updatedAt'>) {
  return (
    <p className="meta article-page-date">
      <time dateTime={updatedAt} title={exactTime(updatedAt)}>
        更新于 {longDate(updatedAt)}
      </time>
    </p>
  );
}

function Byline({ article }: { article: ArticleInfo }) {
  const { author, readType, publishedAt, updatedAt, words, minutes, views, likes, comments, commenting } = article;
  const has = useHas();
  const published = longDate(publishedAt);
  return (
    <div className="article-by">
      <Face name={author.nickname} picture={author.avatar} size="l" />
      <div>
        <div className="article-writer-line">
          <b>
            <a href={`/user/${author.id}`}>{author.nickname}</a>
          </b>
          {author.guest ? (
            <span className="badge">访客</span>
          ) : (
            readType !== readTypes.onlyAuthor && (
              <>
                <button
                  type="button"
                  className="btn btn-sm scripted"
                  {...triggerProps('follow')}
                  {...part('for-others')}
                >
                  关注
                </button>
                {has('privateChat') && (
                  <a href={`/im?userId=${author.id}`} {...part('for-others')}>
                    私聊
                  </a>
                )}
              </>
            )
          )}
        </div>
        <div className="meta">
          <time dateTime={publishedAt} title={exactTime(publishedAt)}>
            {published}
          </time>
          {longDate(updatedAt) !== published && (
            <time dateTime={updatedAt} title={exactTime(updatedAt)}>
              更新于 {longDate(updatedAt)}
            </time>
          )}
        </div>
      </div>
      <div className="meta push">
        <span>{figures(words)} 字</span>
        <span>约 {minutes} 分钟</span>
        <Count icon="eye" words="阅读" value={views} />
        <Count icon="heart" words="点赞" value={likes} part="likes" />
        {commenting !== 'hidden' && <Count icon="talk" words="评论" value={comments} part="comments" />}
      </div>
    </div>
  );
}

/** Whether the summary repeats the start of the text. */
export function opensWith(html: string, summary: string) {
  const visible = (text: string) => text.replace(/<[^<>]*>|\s/g, '');
  return visible(html.slice(0, 2000)).startsWith(visible(summary).slice(0, 20));
}

/** Form that unlocks an article, by its `readType`. */
export const unlockedBy: Record<number, string> = {
  1: '评论本文后可读',
  2: '点赞后可读',
  3: '关注公众号获取验证码后可读',
  4: '登录后可读',
  6: '输入口令后可读',
};

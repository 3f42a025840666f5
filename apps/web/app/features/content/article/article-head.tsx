import type { ArticleInfo } from '@mojian/contract/content/articles';
import { readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useHas } from '../../../features-on.ts';
import { Count } from '../../../ui/count.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { exactTime, longDate } from '../../../ui/times.ts';
import { gates } from './gate.tsx';

export function ArticleHead({ article }: { article: ArticleInfo }) {
  const { category, original, title, summary, locked, readType, html } = article;
  return (
    <header className="head">
      <div className="row">
        {category && (
          <a className="label" href={`/category?id=${category.id}`}>
            {category.name}
          </a>
        )}
        <span className={original ? 'mk' : 'mk re'}>{original ? '原创' : '转载'}</span>
        {readType === readTypes.onlyAuthor && (
          <span className="meta how">
            <span>
              <Icon name="lock" />
              仅自己可见
            </span>
          </span>
        )}
        {locked && (
          <span className="meta how">
            <span>
              <Icon name="lock" />
              {gates[readType]?.how}
            </span>
          </span>
        )}
      </div>
      <h1>{title}</h1>
      {summary && !opensWith(html, summary) && <p className="stand">{summary}</p>}
      <Byline article={article} />
    </header>
  );
}

function Byline({ article }: { article: ArticleInfo }) {
  const { author, publishedAt, updatedAt, words, minutes, views, likes, comments, commenting } = article;
  const has = useHas();
  const published = longDate(publishedAt);
  return (
    <div className="by">
      <Face name={author.nickname} picture={author.avatar} size="l" />
      <div>
        <div className="writer-line">
          <b>
            <a href={`/user/${author.id}`}>{author.nickname}</a>
          </b>
          <button type="button" className="btn sm scripted" data-do="follow">
            关注
          </button>
          {has('privateChat') && <a href={`/im?userId=${author.id}`}>私聊</a>}
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
        <Count icon="heart" words="点赞" value={likes} counter="likes" />
        {commenting !== 'hidden' && <Count icon="talk" words="评论" value={comments} counter="comments" />}
      </div>
    </div>
  );
}

/** A summary made from the text's own beginning would be read twice. */
export function opensWith(html: string, summary: string) {
  const letters = (text: string) => text.replace(/<[^<>]*>|\s/g, '').slice(0, 20);
  return letters(html.slice(0, 2000)) === letters(summary);
}

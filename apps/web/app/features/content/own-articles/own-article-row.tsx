import type { OwnArticle } from '@mojian/contract/content/drafts';
import { trashDays } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { Count, figures } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { exactTime, Moment } from '../../../ui/moment.tsx';
import { daysLeft, slipsOf } from './use-own-articles.ts';

type Act = (article: OwnArticle) => void;
type Acts = { isBusy: boolean; mayWrite: boolean; remove: Act; restore: Act; withdraw: Act };

/** An own article with its state and actions. */
export function OwnArticleRow({ article, acts }: { article: OwnArticle; acts: Acts }) {
  const { id, title, state, refusal, removedAt } = article;
  const hasPage = (state === 'published' || state === 'private') && removedAt === null;
  return (
    <li>
      <div className="cvbox">
        <Cover article={article} sizes="(max-width: 640px) 88px, 132px" />
      </div>
      <div className="body">
        <p className="slips">
          {slipsOf(article).map(({ words, tone }) => (
            <span className={`badge ${tone}`} key={words}>
              {words}
            </span>
          ))}
        </p>
        <h2>
          <Way to={hasPage ? `/article/${id}` : acts.mayWrite && removedAt === null ? `/newposts?id=${id}` : ''}>
            {title || '无标题'}
          </Way>
        </h2>
        {refusal && (
          <p className="refusal">
            <Icon name="warn" />
            <span>退回的原因：{refusal}</span>
          </p>
        )}
        <Figures article={article} />
        <Doings article={article} acts={acts} />
      </div>
    </li>
  );
}

function Way({ to, children }: { to: string; children: string }) {
  if (!to) return children;
  return (
    <Link className="lk" to={to}>
      {children}
    </Link>
  );
}

function Figures({ article }: { article: OwnArticle }) {
  const { words, views, likes, comments, publishedAt } = article;
  return (
    <p className="meta">
      <span>{figures(words)} 字</span>
      {publishedAt && article.state !== 'scheduled' && article.state !== 'private' && (
        <>
          <Count icon="eye" words="阅读" value={views} />
          <Count icon="talk" words="评论" value={comments} />
          <Count icon="heart" words="点赞" value={likes} />
        </>
      )}
      <When article={article} />
    </p>
  );
}

/** The date that matters in the article's state. */
function When({ article: { state, removedAt, publishedAt, submittedAt, savedAt } }: { article: OwnArticle }) {
  if (removedAt) return <span className="left">还剩 {daysLeft(removedAt, Date.now(), trashDays)} 天</span>;
  if (state === 'scheduled' && publishedAt) return <time dateTime={publishedAt}>{exactTime(publishedAt)} 发布</time>;
  const [at, what] =
    submittedAt !== null
      ? [submittedAt, '提交']
      : state === 'published' && publishedAt
        ? [publishedAt, '发布']
        : [savedAt, '修改'];
  return (
    <span>
      <Moment at={at} />
      {what}
    </span>
  );
}

function Doings({
  article,
  acts: { isBusy, mayWrite, remove, restore, withdraw },
}: {
  article: OwnArticle;
  acts: Acts;
}) {
  const { id, title, state, submittedAt, removedAt } = article;
  const of = `《${title || '无标题'}》`;
  const button = (words: string, act: Act) => (
    <button type="button" aria-disabled={isBusy} aria-label={`${words}${of}`} onClick={() => !isBusy && act(article)}>
      {words}
    </button>
  );
  if (removedAt) return <p className="doings">{button('恢复', restore)}</p>;
  const isOut = state === 'published' || state === 'scheduled' || submittedAt !== null;
  return (
    <p className="doings">
      {mayWrite && (
        <Link to={`/newposts?id=${id}`} aria-label={`编辑${of}`}>
          编辑
        </Link>
      )}
      {isOut && button('撤回', withdraw)}
      {button('删除', remove)}
    </p>
  );
}

import type { OwnArticle, OwnArticleCounts } from '@mojian/contract/content/drafts';
import { trashDays } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { Ask } from '../../../ui/card-dialog.tsx';
import { Count } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Empty, NotLoaded } from '../../../ui/empty.tsx';
import { figures } from '../../../ui/figures.ts';
import { exactTime, Moment } from '../../../ui/moment.tsx';
import { ArticleListWaiting } from '../articles/article-list.tsx';
import {
  daysLeft,
  hidesFromReaders,
  longestKeyword,
  readStateTab,
  type StateTab,
  slipsOf,
  stateTabs,
  tabAddress,
  useActs,
  useOwnArticles,
} from './use-own-articles.ts';
import './own-articles.css';

type OwnArticlesProps = { userId: number; calls: CallsOf<'drafts'>; mayWrite: boolean };

/** The member's articles in every state. `mayWrite`: whether they may create articles. */
export function OwnArticles({ userId, calls, mayWrite }: OwnArticlesProps) {
  const tab = readStateTab(new URLSearchParams(useLocation().search));
  const own = useOwnArticles(calls.drafts, userId, tab);
  const place = useRef<HTMLDivElement>(null);
  const [withdrawing, setWithdrawing] = useState<OwnArticle>();
  const acts = useActs(calls.drafts, async () => {
    await own.again();
    place.current?.focus({ preventScroll: true }); // the row that had the focus may be gone
  });
  const { listed, state, again, loadMore } = own;
  return (
    <div className="own-articles" ref={place} tabIndex={-1}>
      <StateTabs tab={tab} counts={listed?.counts} />
      <SeekTitle key={tab.state} tab={tab} />
      {listed && listed.records.length > 0 && (
        <ul aria-busy={state === 'loading'}>
          {listed.records.map((article) => (
            <OwnArticleRow
              key={article.id}
              article={article}
              acts={{
                ...acts,
                mayWrite,
                withdraw: (one) => (hidesFromReaders(one) ? setWithdrawing(one) : acts.withdraw(one)),
              }}
            />
          ))}
        </ul>
      )}
      {listed?.records.length === 0 && state !== 'failed' && <Nothing {...tab} mayWrite={mayWrite} />}
      {!listed && state === 'loading' && <ArticleListWaiting rows={3} />}
      {state === 'failed' && <NotLoaded again={again} />}
      {listed && <End listed={listed} state={state} loadMore={loadMore} />}
      {withdrawing && (
        <Ask
          question={`撤回《${withdrawing.title}》？`}
          about="撤回之后读者看不到它，链接也打不开。文字、评论与点赞都留着，可以再发布。"
          yes="撤回"
          onYes={() => {
            setWithdrawing(undefined);
            acts.withdraw(withdrawing);
          }}
          close={() => setWithdrawing(undefined)}
        />
      )}
    </div>
  );
}

type EndProps = { listed: { records: unknown[]; total: number }; state: string; loadMore: () => void };

function End({ listed: { records, total }, state, loadMore }: EndProps) {
  if (records.length === 0) return null;
  if (records.length >= total) return <p className="list-end">共 {figures(total)} 篇</p>;
  return (
    <p className="load-more">
      <button className="btn" type="button" aria-disabled={state === 'loading'} onClick={loadMore}>
        {state === 'loading' ? '正在加载…' : '加载更多'}
      </button>
    </p>
  );
}

const nothing: Record<StateTab, [title: string, line: string]> = {
  '': ['还没有文章', '第一篇不必长，写下来就好。'],
  draft: ['没有草稿', '写到一半的，会自己存在这里。'],
  pending: ['没有等待审核的', '提交的文章，审核之前在这里。'],
  scheduled: ['没有定时的', '定好时间的文章，到时候自动发布。'],
  published: ['还没有发布的', '写好的文章，发布之后在这里。'],
  private: ['没有仅自己可见的', '写文章时把「谁能读到全文」选成「仅自己」，就放在这里。'],
  withdrawn: ['没有撤回的', '撤回的文章只有你看得见，随时可以再发布。'],
  refused: ['没有已退回的', '退回的文章会写明原因，修改后可以再次提交。'],
  trash: ['回收站是空的', '删除的文章在这里保留三十天。'],
};

function Nothing({ state, keyword, mayWrite }: { state: StateTab; keyword: string; mayWrite: boolean }) {
  if (keyword)
    return (
      <Empty title="没有找到">
        <p>没有标题里带「{keyword}」的文章。</p>
      </Empty>
    );
  const [title, line] = nothing[state];
  return (
    <Empty title={title}>
      <p>{line}</p>
      {mayWrite && state !== 'trash' && (
        <Link className="btn btn-sm" to="/newposts">
          写文章
        </Link>
      )}
    </Empty>
  );
}

/** Search in the titles of a list. */
function SeekTitle({ tab: { state, keyword } }: { tab: { state: StateTab; keyword: string } }) {
  const [words, setWords] = useState(keyword);
  const navigate = useNavigate();
  const seek = (wanted: string) =>
    void navigate(tabAddress(state, wanted.trim()), { preventScrollReset: true, replace: keyword !== '' });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    seek(words);
  };
  const clear = () => {
    setWords('');
    seek('');
  };
  return (
    <search>
      <form className="own-articles-seek-title row" onSubmit={onSubmit}>
        <Icon name="search" />
        <input
          className="grow"
          aria-label="搜索标题"
          placeholder="搜索标题"
          enterKeyHint="search"
          maxLength={longestKeyword}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && words && clear()}
        />
        {words && (
          <button className="icon-button" type="button" aria-label="清空" onClick={clear}>
            <Icon name="x" />
          </button>
        )}
      </form>
    </search>
  );
}

type Props = { tab: { state: StateTab; keyword: string }; counts: OwnArticleCounts | undefined };

/** Filter by state, with counts. */
function StateTabs({ tab: { state, keyword }, counts }: Props) {
  return (
    <nav className="own-articles-states row items-stretch" aria-label="文章的状态">
      {stateTabs.map((tab) => (
        <Link
          className="chip"
          key={tab.state}
          to={tabAddress(tab.state, keyword)}
          aria-current={tab.state === state ? 'page' : undefined}
          preventScrollReset
        >
          {tab.words}
          {counts && counts[tab.count] > 0 && <span className="small-count">{figures(counts[tab.count])}</span>}
        </Link>
      ))}
    </nav>
  );
}

type Act = (article: OwnArticle) => void;
type Acts = { isBusy: boolean; mayWrite: boolean; remove: Act; restore: Act; withdraw: Act };

/** An own article with its state and actions. */
function OwnArticleRow({ article, acts }: { article: OwnArticle; acts: Acts }) {
  const { id, title, state, refusal, removedAt } = article;
  const hasPage = (state === 'published' || state === 'private') && removedAt === null;
  return (
    <li>
      <div className="cover-box">
        <Cover article={article} sizes="(max-width: 640px) 88px, 132px" />
      </div>
      <div className="article-row-body stack gap-1-5">
        <p className="row row-wrap gap-1-5">
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
          <p className="own-articles-refusal type-small">
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
    <Link className="hover-line" to={to}>
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
      {article.keyName && <span>由钥匙「{article.keyName}」写入</span>}
    </p>
  );
}

/** The date that matters in the article's state. */
function When({ article: { state, removedAt, publishedAt, submittedAt, savedAt } }: { article: OwnArticle }) {
  if (removedAt) return <span className="own-articles-left">还剩 {daysLeft(removedAt, Date.now(), trashDays)} 天</span>;
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
  if (removedAt) return <p className="own-articles-doings">{button('恢复', restore)}</p>;
  const isOut = state === 'published' || state === 'scheduled' || submittedAt !== null;
  const isChange = state === 'published' && submittedAt !== null;
  return (
    <p className="own-articles-doings">
      {mayWrite && (
        <Link to={`/newposts?id=${id}`} aria-label={`编辑${of}`}>
          编辑
        </Link>
      )}
      {isOut && button(isChange ? '撤回修改' : '撤回', withdraw)}
      {button('删除', remove)}
    </p>
  );
}

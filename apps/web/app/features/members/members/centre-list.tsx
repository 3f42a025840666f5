import type { MyComment } from '@mojian/contract/community/comments';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { Ask } from '../../../ui/card-dialog.tsx';
import { Empty, NotLoaded } from '../../../ui/empty.tsx';
import { figures } from '../../../ui/figures.ts';
import { useLoaded } from '../../../ui/loading.ts';
import { Moment } from '../../../ui/moment.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { MoreComments } from '../../community/comments/more.tsx';
import { ArticleList, ArticleListWaiting } from '../../content/articles/article-list.tsx';
import { OwnArticles } from '../../content/own-articles/own-articles.tsx';
import { OwnSeries } from '../../content/series/own-series.tsx';
import { toggleOptimistically } from '../../core/likes/toggle-optimistically.ts';
import { OwnCommentsWaiting } from './centre-waiting.tsx';
import { PeopleList, PeopleWaiting } from './people-list.tsx';
import { listCollected, listPeople, type Tab, userAddress } from './tabs.tsx';
import './own-comments.css';

type Props = {
  tab: Tab;
  userId: number;
  mayWrite: boolean;
  calls: CallsOf<'collects' | 'comments' | 'drafts' | 'follows' | 'series'>;
};

export function CentreList({ tab, ...props }: Props) {
  if (tab === 'articles') return <OwnArticles userId={props.userId} calls={props.calls} mayWrite={props.mayWrite} />;
  if (tab === 'series') return <OwnSeries {...props} waiting={<OwnCommentsWaiting />} />;
  if (tab === 'follows' || tab === 'fans') return <People kind={tab} {...props} />;
  return tab === 'collects' ? (
    <Collects {...props} />
  ) : (
    <OwnComments key={props.userId} userId={props.userId} calls={props.calls} />
  );
}

type ListProps = Omit<Props, 'tab' | 'mayWrite'>;

function Collects({ userId, calls }: ListProps) {
  const load = (pageNo: number) => listCollected(calls, pageNo);
  const { data, failed, again } = useLoaded(`collects of ${userId}`, () => load(1));
  if (!data) return failed ? <NotLoaded again={again} /> : <ArticleListWaiting rows={3} />;
  return (
    <ArticleList
      first={data}
      loadPage={load}
      addressOf={(page) => userAddress('/user', 'collects', page)}
      extra={(article) => <CollectSwitch article={article} calls={calls} />}
      empty={
        <Empty title="还没有收藏">
          <p>读到舍不得关掉的，就收在这里。</p>
        </Empty>
      }
    />
  );
}

function People({ kind, userId, calls }: ListProps & { kind: 'follows' | 'fans' }) {
  const load = (pageNo: number) => listPeople(calls, userId, kind, pageNo);
  const { data, failed, again } = useLoaded(`${kind} of ${userId}`, () => load(1));
  if (!data) return failed ? <NotLoaded again={again} /> : <PeopleWaiting />;
  return (
    <PeopleList
      first={data}
      loadPage={load}
      addressOf={(page) => userAddress('/user', kind, page)}
      calls={calls}
      empty={
        kind === 'fans' ? (
          <Empty title="还没有粉丝">
            <p>字写在纸上，总会遇到读它的人。</p>
          </Empty>
        ) : (
          <Empty title="还没有关注的人">
            <p>遇到喜欢的作者，在他的名字旁边按一下关注。</p>
          </Empty>
        )
      }
    />
  );
}

type CollectSwitchProps = { article: { id: number; title: string }; calls: CallsOf<'collects'> };

/** Removes an article from the collection and adds it again; the row stays, so that a slip can be undone. */
function CollectSwitch({ article: { id, title }, calls: { collects } }: CollectSwitchProps) {
  const [isCollected, setCollected] = useState(true);
  const toggle = () =>
    void toggleOptimistically({
      name: `collect article ${id}`,
      from: isCollected,
      to: !isCollected,
      show: setCollected,
      send: async () => {
        const call = isCollected ? collects.uncollect : collects.collect;
        return (await call({ query: { articleId: id } })).collected;
      },
    });
  return (
    <button className="user-keep row-inline dim" type="button" data-on={isCollected} onClick={toggle}>
      <Icon name="star" />
      {isCollected ? '已收藏' : '收藏'}
      <span className="visually-hidden">{isCollected ? `《${title}》，按下取消收藏` : `《${title}》`}</span>
    </button>
  );
}

/** The member's own comments, newest first, each with a link. */
function OwnComments({ userId, calls }: { userId: number; calls: CallsOf<'comments'> }) {
  const comments = useOwnComments(calls.comments, userId);
  const [pending, setPending] = useState<MyComment>();
  const place = useRef<HTMLDivElement>(null);
  const { list, state, again, loadMore } = comments;
  if (!list) return state === 'failed' ? <NotLoaded again={again} /> : <OwnCommentsWaiting />;
  const onRemoved = () => {
    setPending(undefined);
    place.current?.focus({ preventScroll: true }); // the row that had the focus is gone
  };
  return (
    <div ref={place} tabIndex={-1}>
      {list.records.length > 0 ? (
        <ul className="own-comments">
          {list.records.map((comment) => (
            <Row key={comment.id} comment={comment} remove={() => setPending(comment)} />
          ))}
        </ul>
      ) : (
        <Empty drawing="leaf" title="还没有评论">
          <p>在文章下接过的话，会记在这里。</p>
        </Empty>
      )}
      <End list={list} state={state} loadMore={loadMore} />
      {pending && (
        <Removal comment={pending} remove={comments.remove} done={onRemoved} close={() => setPending(undefined)} />
      )}
    </div>
  );
}

function Row({ comment, remove }: { comment: MyComment; remove: () => void }) {
  const { html, held, createdAt } = comment;
  return (
    <li>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through */}
      <div className="picture-dialog-status type-note sub" dangerouslySetInnerHTML={{ __html: html }} />
      <div className="meta">
        {held && (
          <span className="badge badge-seal" title="只有你和管理员看得见">
            审核中
          </span>
        )}
        <Where comment={comment} />
        <Moment at={createdAt} />
        <button type="button" onClick={remove}>
          删除
        </button>
      </div>
    </li>
  );
}

/** Link to the comment itself. */
function Where({ comment: { id, article, say } }: { comment: MyComment }) {
  if (article)
    return (
      <Link to={`/article/${article.id}#comment-${id}`}>
        评论了 <b>《{article.title}》</b>
      </Link>
    );
  if (say)
    return (
      <Link to={`/say?id=${say.id}#comment-${id}`}>
        评论了说说 <b>「{say.text}」</b>
      </Link>
    );
  return <span>原文已经不在了</span>;
}

type EndProps = Pick<ReturnType<typeof useOwnComments>, 'state' | 'loadMore'> & {
  list: { next: string | null; total: number };
};

function End({ list: { next, total }, state, loadMore }: EndProps) {
  if (next === null) return total > 0 && <p className="list-end">到这里就看完了，共 {figures(total)} 条</p>;
  return <MoreComments next={next} state={state} loadMore={loadMore} />;
}

type RemovalProps = {
  comment: MyComment;
  remove: (comment: MyComment) => Promise<unknown>;
  done: () => void;
  close: () => void;
};

function Removal({ comment, remove, done, close }: RemovalProps) {
  const { send } = useSending();
  const onYes = async () => {
    if (!(await send(() => remove(comment)))) return close();
    toast('success', '评论已删除');
    done();
  };
  return (
    <Ask
      question="删除这条评论？"
      about="删除后不能恢复。有人回复过的，会留下位置。"
      yes="删除"
      onYes={() => void onYes()}
      close={close}
    />
  );
}

type Listed = { records: MyComment[]; total: number; next: string | null };

/** Loaded rows by member and history entry: going back restores them. */
const savedLists = new Map<string, Listed>();

/** Loads the member's own comments page by page. */
function useOwnComments({ mine, remove }: CallsOf<'comments'>['comments'], userId: number) {
  const key = `${userId} ${useLocation().key}`;
  const [list, setList] = useState(() => savedLists.get(key));
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
  useEffect(() => {
    if (list) savedLists.set(key, list);
  }, [key, list]);

  const load = async (after?: string) => {
    setState('loading');
    try {
      const page = await mine({ query: after ? { after } : {} });
      setList((before) => (after && before ? { ...page, records: [...before.records, ...page.records] } : page));
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  const loadFirst = useEffectEvent(() => {
    if (!list) void load();
  });
  useEffect(() => loadFirst(), []);

  return {
    list,
    state,
    again: () => void load(),
    loadMore: () => state !== 'loading' && void load(list?.next ?? undefined),
    remove: async ({ id }: MyComment) => {
      await remove({ query: { id } });
      setList((before) => before && without(before, id));
    },
  };
}

function without({ records, total, next }: Listed, id: number): Listed {
  return { records: records.filter((one) => one.id !== id), total: total - 1, next };
}

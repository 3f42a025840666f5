import { Icon } from '@mojian/ui/icon';
import { useRef, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { Empty, NotLoaded } from '../../../ui/empty.tsx';
import { sayIfLost } from '../../../ui/toast.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { ArticleList, ArticleListWaiting } from '../../content/articles/article-list.tsx';
import { OwnArticles } from '../../content/own-articles/own-articles.tsx';
import { OwnSeries } from '../../content/series/own-series.tsx';
import { OwnComments } from './own-comments.tsx';
import { PeopleList, PeopleWaiting } from './people-list.tsx';
import { listCollected, listPeople, type Tab, userAddress } from './tabs.tsx';

type Props = {
  tab: Tab;
  userId: number;
  mayWrite: boolean;
  calls: CallsOf<'collects' | 'comments' | 'drafts' | 'follows' | 'series'>;
};

export function CentreList({ tab, ...props }: Props) {
  if (tab === 'articles') return <OwnArticles calls={props.calls} mayWrite={props.mayWrite} />;
  if (tab === 'series') return <OwnSeries userId={props.userId} calls={props.calls} mayWrite={props.mayWrite} />;
  if (tab === 'follows' || tab === 'fans') return <People kind={tab} {...props} />;
  return tab === 'collects' ? <Collects {...props} /> : <OwnComments calls={props.calls} />;
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
  const isBusy = useRef(false);
  const toggle = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setCollected(!isCollected);
    await (isCollected ? collects.uncollect : collects.collect)({ query: { articleId: id } }).catch((error) => {
      setCollected(isCollected);
      sayIfLost(error);
    });
    isBusy.current = false;
  };
  return (
    <button className="keep" type="button" data-on={isCollected} onClick={toggle}>
      <Icon name="star" />
      {isCollected ? '已收藏' : '收藏'}
      <span className="vh">{isCollected ? `《${title}》，按下取消收藏` : `《${title}》`}</span>
    </button>
  );
}

import type { HotList } from '@mojian/contract/pages/hot';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Empty } from '../../../ui/empty.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { HotRows, HotRowsWaiting } from './hot-rows.tsx';
import { type LoadHot, useHotLists } from './use-hot-lists.ts';
import { looks } from './windows.ts';

/** So many rows are shown until the reader asks for more. */
const rowsAtFirst = 10;

/** One window onto the world: a source's list, or one of two. */
export function HotWindow({ lists, load }: { lists: HotList[]; load: LoadHot }) {
  const { list, state, place, choose, refresh } = useHotLists(lists, load);
  const { word } = looks[list.type];
  return (
    <section className="col" aria-label={list.name} aria-busy={state === 'loading'}>
      <header>
        {lists.length === 1 ? (
          <Stamp list={list} />
        ) : (
          lists.map((one, other) => (
            <button key={one.type} type="button" aria-pressed={other === place} onClick={() => choose(other)}>
              <Stamp list={one} />
              <span className="vh">{one.name}</span>
            </button>
          ))
        )}
        <h2>{word}</h2>
        {list.updatedAt && (
          <p>
            <Moment key={list.updatedAt} at={list.updatedAt} />
            更新
          </p>
        )}
        <button className="ib scripted" type="button" aria-label={`刷新${list.name}`} onClick={refresh}>
          <Icon name="refresh" />
        </button>
      </header>
      <Body key={list.type} list={list} state={state} refresh={refresh} />
    </section>
  );
}

function Stamp({ list }: { list: HotList }) {
  const { stamp, hue } = looks[list.type];
  return (
    <span className={`gl hue-${hue}`} aria-hidden="true">
      {stamp}
    </span>
  );
}

type BodyProps = { list: HotList; state: 'loading' | 'failed' | undefined; refresh: () => Promise<void> };

function Body({ list, state, refresh }: BodyProps) {
  const failure = state === 'failed' ? '网络不通' : list.failure;
  if (list.items.length > 0) return <Rows list={list} failure={failure} refresh={refresh} />;
  if (failure && state !== 'loading') return <Nothing failure={failure} refresh={refresh} />;
  return (
    <>
      <HotRowsWaiting />
      <noscript>
        <Nothing failure="对方还没有响应" />
      </noscript>
    </>
  );
}

type RowsProps = { list: HotList; failure: string | null; refresh: () => Promise<void> };

function Rows({ list: { items }, failure, refresh }: RowsProps) {
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    if (items.length <= rowsAtFirst) await refresh(); // the page brings only the beginning
    setOpen(true);
  };
  return (
    <>
      {failure && (
        <p className="old" role="status">
          {`更新失败：${failure}。这是上一次的结果。`}
        </p>
      )}
      <HotRows items={isOpen ? items : items.slice(0, rowsAtFirst)} />
      {items.length >= rowsAtFirst && (
        <button className="rest scripted" type="button" onClick={isOpen ? () => setOpen(false) : open}>
          {isOpen ? '收起' : '查看全部'}
        </button>
      )}
    </>
  );
}

function Nothing({ failure, refresh }: { failure: string; refresh?: () => Promise<void> }) {
  return (
    <Empty title="暂时取不到">
      <p>
        {failure}。
        <br />
        不编造，等它回来。
      </p>
      {refresh && (
        <button className="btn sm scripted" type="button" onClick={refresh}>
          重试
        </button>
      )}
    </Empty>
  );
}

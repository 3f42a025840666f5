import type { HotItem, HotList, HotType } from '@mojian/contract/pages/hot';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useEffectEvent, useState } from 'react';
import { figures } from '../../../ui/figures.ts';
import { Moment } from '../../../ui/moment.tsx';

/** Rows shown before expanding. */
const rowsAtFirst = 10;

/** A window without anything to show: its name, and the way to ask again. */
export type LostWindow = { state: 'lost'; name: string; refresh: () => Promise<void> };
export type WindowState = { state: 'waiting' } | { state: 'drawn' } | LostWindow;

type WindowProps = {
  lists: HotList[];
  load: LoadHot;
  /** Whether it is the one that phones show. */
  isChosen: boolean;
  /** Called with each change. */
  onState: (next: WindowState) => void;
};

/** A source's hot list, or two to switch between. Drawn once it has something: until then the screen speaks for it. */
export function HotWindow({ lists, load, isChosen, onState }: WindowProps) {
  const { list, state, place, choose, refresh } = useHotLists(lists, load);
  const [now, setNow] = useState(() => stateAtFirst(lists).state);
  const { word } = sourceLabels[list.type];
  const next = stateOf(lists, list, state);
  // keeps a drawn window whatever becomes of its list, and a lost one until it has something
  const isChanged = now !== 'drawn' && next !== now && !(now === 'lost' && next === 'waiting');
  const tell = useEffectEvent(() => {
    if (!isChanged) return;
    setNow(next);
    onState(next === 'lost' ? { state: next, name: word, refresh } : { state: next });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => tell(), [isChanged, next]);
  if (now !== 'drawn') return null;
  return (
    <section
      className="hot-column"
      data-chosen={isChosen || undefined}
      aria-label={list.name}
      aria-busy={state === 'loading'}
    >
      <header className="row gap-2-5">
        {lists.length === 1 ? (
          <Stamp list={list} />
        ) : (
          lists.map((one, other) => (
            <button key={one.type} type="button" aria-pressed={other === place} onClick={() => choose(other)}>
              <Stamp list={one} />
              <span className="visually-hidden">{one.name}</span>
            </button>
          ))
        )}
        <h2 className="grow">{word}</h2>
        {list.updatedAt && (
          <p>
            <Moment key={list.updatedAt} at={list.updatedAt} />
            更新
          </p>
        )}
        <button className="icon-button scripted" type="button" aria-label={`刷新${list.name}`} onClick={refresh}>
          <Icon name="refresh" />
        </button>
      </header>
      <Body key={list.type} list={list} state={state} refresh={refresh} />
    </section>
  );
}

/** Draws a window of two lists though one failed: the other can be chosen. */
function stateOf(lists: HotList[], { items, failure }: HotList, asking?: 'loading' | 'failed'): WindowState['state'] {
  const hasFailed = failure !== null || asking === 'failed';
  if (items.length > 0 || (hasFailed && lists.length > 1)) return 'drawn';
  return hasFailed ? 'lost' : 'waiting';
}

/** State of a window as the page is served; a lost one brings its own way to ask again. */
export function stateAtFirst(lists: HotList[]): WindowState {
  const [list] = lists as [HotList, ...HotList[]];
  const state = stateOf(lists, list);
  return state === 'lost' ? { state, name: sourceLabels[list.type].word, refresh: async () => {} } : { state };
}

export const nameOfWindow = ([type]: HotType[]) => sourceLabels[type as HotType].word;

function Stamp({ list }: { list: HotList }) {
  const { stamp, hue } = sourceLabels[list.type];
  return (
    <span className={`hot-glyph hue-${hue}`} aria-hidden="true">
      {stamp}
    </span>
  );
}

type BodyProps = { list: HotList; state: 'loading' | 'failed' | undefined; refresh: () => Promise<void> };

function Body({ list, state, refresh }: BodyProps) {
  const failure = state === 'failed' ? '网络不通' : list.failure;
  if (list.items.length > 0) return <Rows list={list} failure={failure} refresh={refresh} />;
  if (failure && state !== 'loading') return <Nothing failure={failure} refresh={refresh} />;
  return <HotRowsWaiting />;
}

type RowsProps = { list: HotList; failure: string | null; refresh: () => Promise<void> };

function Rows({ list: { items }, failure, refresh }: RowsProps) {
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    if (items.length === rowsAtFirst) await refresh(); // the page brings only the beginning
    setOpen(true);
  };
  return (
    <>
      {failure && (
        <p className="hot-old sub" role="status">
          {`更新失败：${failure}。这是上一次的结果。`}
        </p>
      )}
      <HotRows items={isOpen ? items : items.slice(0, rowsAtFirst)} />
      {items.length >= rowsAtFirst && (
        <button
          className="hot-rest scripted type-note dim"
          type="button"
          onClick={isOpen ? () => setOpen(false) : open}
        >
          {isOpen ? '收起' : '查看全部'}
        </button>
      )}
    </>
  );
}

function Nothing({ failure, refresh }: { failure: string; refresh: () => Promise<void> }) {
  return (
    <p className="hot-old sub">
      暂时取不到：{failure}。
      <button className="btn btn-sm scripted" type="button" onClick={refresh}>
        重试
      </button>
    </p>
  );
}

export function HotRows({ items }: { items: HotItem[] }) {
  return (
    <ol>
      {items.map(({ rank, title, url, heat, change }) => (
        <li key={url}>
          <a href={url} title={title} target="_blank" rel="noopener noreferrer">
            <i>
              {rank}
              <Movement places={change} />
            </i>
            <span>{title}</span>
            {change === 'new' && <b>新</b>}
            <em>{heatWords(heat)}</em>
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Direction of the rank's change; the amount is in the tooltip and label. */
function Movement({ places }: { places: HotItem['change'] }) {
  if (!places || places === 'new') return null;
  const words = `${places > 0 ? '上升' : '下降'} ${Math.abs(places)} 位`;
  return (
    <small title={words}>
      <span className="visually-hidden">{words}</span>
      <span aria-hidden="true">{places > 0 ? '↑' : '↓'}</span>
    </small>
  );
}

/** Holds the place of a window that is still asked for. */
export function HotColumnWaiting({ isChosen }: { isChosen: boolean }) {
  return (
    <div className="hot-column scripted" data-chosen={isChosen || undefined} aria-hidden="true">
      <header className="row gap-2-5">
        <span className="hot-glyph" />
      </header>
      <HotRowsWaiting />
      <div className="hot-rest type-note dim">&nbsp;</div>
    </div>
  );
}

/** Skeleton rows. */
function HotRowsWaiting() {
  return (
    <ol className="scripted" aria-hidden="true">
      {[...Array(rowsAtFirst).keys()].map((place) => (
        <li key={place}>
          <div className="skeleton" />
        </li>
      ))}
    </ol>
  );
}

/** 5150234 → 515 万, 98000 → 9.8 万, 120000000 → 1.2 亿. Text that is not a number is kept. */
export function heatWords(heat: number | string | null): string {
  if (typeof heat !== 'number') return heat ?? '';
  if (heat >= 99_995_000) return `${round(heat / 1e8)} 亿`;
  return heat >= 10_000 ? `${round(heat / 1e4)} 万` : figures(heat);
}

function round(value: number) {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}

/** Heading, and character and hue of the seal, by source. */
const sourceLabels: Record<HotType, { word: string; stamp: string; hue: number }> = {
  weibo: { word: '微博', stamp: '微', hue: 0 },
  baidu: { word: '百度', stamp: '百', hue: 8 },
  zhihu: { word: '知乎', stamp: '知', hue: 7 },
  bilibili: { word: '哔哩哔哩', stamp: '哔', hue: 11 },
  douyin: { word: '抖音', stamp: '音', hue: 10 },
  toutiao: { word: '今日头条', stamp: '头', hue: 1 },
  juejin: { word: '掘金', stamp: '掘', hue: 6 },
  github: { word: 'GitHub', stamp: 'G', hue: 9 },
  hackernews: { word: 'HN', stamp: 'Y', hue: 2 },
};

/** Eight windows; the last has two views. */
export const windows: HotType[][] = [
  ['weibo'],
  ['baidu'],
  ['zhihu'],
  ['bilibili'],
  ['douyin'],
  ['toutiao'],
  ['juejin'],
  ['github', 'hackernews'],
];

export type LoadHot = (type: HotType) => Promise<HotList>;

/** Milliseconds, as long as the server's cache. */
const cacheMs = 10 * 60_000;

/** The lists of one window. A stale one is reloaded when shown. */
function useHotLists(first: HotList[], load: LoadHot) {
  const [lists, setLists] = useState(first);
  const [place, setPlace] = useState(0);
  const [states, setStates] = useState<Partial<Record<HotType, 'loading' | 'failed'>>>({});
  const list = lists[place] as HotList;

  const refresh = async ({ type }: HotList) => {
    setStates((before) => ({ ...before, [type]: 'loading' }));
    try {
      const fetched = await load(type);
      setLists((before) => before.map((one) => (one.type === type ? fetched : one)));
      setStates((before) => ({ ...before, [type]: undefined }));
    } catch {
      setStates((before) => ({ ...before, [type]: 'failed' }));
    }
  };
  const refreshIfStale = useEffectEvent((at: number) => {
    const shown = lists[at] as HotList;
    if (!shown.updatedAt || Date.now() - Date.parse(shown.updatedAt) >= cacheMs) refresh(shown);
  });
  // when another list is shown, not after each reply
  useEffect(() => refreshIfStale(place), [place]);
  return { list, state: states[list.type], place, choose: setPlace, refresh: () => refresh(list) };
}

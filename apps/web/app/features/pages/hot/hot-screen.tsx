import type { ArticleCard } from '@mojian/contract/content/articles';
import type { HotList, HotType } from '@mojian/contract/pages/hot';
import { hourLength } from '@mojian/contract/platform/time';
import { Icon } from '@mojian/ui/icon';
import { type TouchEvent, useRef, useState } from 'react';
import { Link } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { TitledCover } from '../../content/articles/titled-cover.tsx';
import { HotSeek } from './hot-seek.tsx';
import {
  HotColumnWaiting,
  HotRows,
  HotWindow,
  type LoadHot,
  type LostWindow,
  nameOfWindow,
  stateAtFirst,
  type WindowState,
  windows,
} from './hot-window.tsx';
import '../../../ui/tabs.css';
import './hot.css';

type Props = { lists: HotList[]; hour: string; load: LoadHot; articles: ArticleCard[] };

/** Columns of what the sources answered; on phones one at a time, chosen by tabs. */
export function HotScreen({ lists, hour, load, articles }: Props) {
  const byType = new Map(lists.map((list) => [list.type, list]));
  const listsOf = (types: HotType[]) => types.flatMap((type) => byType.get(type) ?? []);
  const [states, setStates] = useState(() => statesAtFirst(listsOf));
  const [isLostAtFirst] = useState(() => lostOf(states).length > 0);
  const drawn = [...states].filter(([, { state }]) => state === 'drawn').map(([types]) => types);
  const waiting = [...states].filter(([, { state }]) => state === 'waiting').map(([types]) => types);
  const others = windows.filter((types) => !drawn.includes(types));
  // appends a list that has come, so that none of the others moves
  const change = (types: HotType[], next: WindowState) =>
    setStates((before) => new Map([...[...before].filter(([one]) => one !== types), [types, next]]));
  const [chosen, setChosen] = useState<HotType[]>();
  const shown = drawn.find((types) => types === chosen) ?? drawn[0];
  const swipe = useSwipe((step) => {
    const next = shown && drawn[drawn.indexOf(shown) + step];
    if (next) setChosen(next);
  });
  const isNothing = drawn.length === 0 && waiting.length === 0;
  // a window of two lists is drawn though its first one failed
  const isBare =
    waiting.length === 0 && drawn.every((types) => listsOf(types).every(({ items }) => items.length === 0));
  const lost = <LostLine windows={waiting.length > 0 ? [] : lostOf(states)} keepsRoom={isLostAtFirst} />;
  return (
    <main id="main" className="wrap hot">
      <header className="page-head">
        <div>
          <h1>热搜</h1>
          <p>八个网站的热搜，每十分钟更新一次。看一眼人间，再回来读书。</p>
        </div>
        <span className="vertical" aria-hidden="true">
          {hour}
        </span>
      </header>
      <HotSeek />
      {drawn.length > 1 && shown && <HotTabs windows={drawn} shown={shown} choose={setChosen} />}
      <div className={isNothing ? 'hot-columns hot-columns-none' : 'hot-columns'} {...swipe}>
        {isLostAtFirst && lost}
        {[...drawn, ...others].map((types) => (
          <HotWindow
            key={types[0]}
            lists={listsOf(types)}
            load={load}
            isChosen={types === shown}
            onState={(next) => change(types, next)}
          />
        ))}
        {windows.slice(drawn.length, drawn.length + waiting.length).map((place, at) => (
          <HotColumnWaiting key={`place of ${place[0]}`} isChosen={drawn.length === 0 && at === 0} />
        ))}
        {!isLostAtFirst && lost}
      </div>
      {isBare && articles.length > 0 && <Instead articles={articles} />}
      <noscript>
        {waiting.length > 0 && <p className="hot-lost row sub">{waiting.map(nameOfWindow).join('、')}还没有响应。</p>}
        <SecondViews lists={windows.flatMap(([, second]) => (second && byType.get(second)) ?? [])} />
      </noscript>
    </main>
  );
}

type TabsProps = { windows: HotType[][]; shown: HotType[]; choose: (types: HotType[]) => void };

/** Sources as tabs, of phones only. */
function HotTabs({ windows: drawn, shown, choose }: TabsProps) {
  return (
    <nav className="tabs hot-tabs scripted" aria-label="来源">
      {drawn.map((types) => (
        <button
          key={types[0]}
          type="button"
          aria-current={types === shown ? 'true' : undefined}
          onClick={({ currentTarget }) => {
            choose(types);
            currentTarget.scrollIntoView({ inline: 'center', block: 'nearest' });
          }}
        >
          {nameOfWindow(types)}
        </button>
      ))}
    </nav>
  );
}

/** Pixels of a swipe, and how much wider than high it is. */
const swipeLength = 60;
const swipeFlatness = 2;

/** Calls with 1 for a swipe to the left, -1 for one to the right. */
function useSwipe(turn: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      start.current = touch && { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [across, down] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = undefined;
      if (Math.abs(across) > swipeLength && Math.abs(across) > swipeFlatness * Math.abs(down))
        turn(across < 0 ? 1 : -1);
    },
  };
}

/** Articles to read while no source answers. */
function Instead({ articles }: { articles: ArticleCard[] }) {
  return (
    <section className="hot-instead">
      <div className="section-head">
        <h2>不如看看站里的</h2>
        <Link className="section-more" to="/archive">
          全部文章
        </Link>
      </div>
      <div className="hot-instead-rows">
        {articles.map((article) => (
          <article key={article.id} className="stack">
            <TitledCover article={article} sizes="(max-width: 640px) 100vw, 360px" />
            <div className="meta">
              <span>{article.author.nickname}</span>
              <Moment at={article.publishedAt} />
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}

type States = Map<HotType[], WindowState>;

/** In the order in which they came. */
const statesAtFirst = (listsOf: (types: HotType[]) => HotList[]): States =>
  new Map(windows.map((types) => [types, stateAtFirst(listsOf(types))]));

const lostOf = (states: States) => [...states.values()].flatMap((one) => (one.state === 'lost' ? [one] : []));

type LostProps = { windows: LostWindow[]; keepsRoom: boolean };

/** All sources that did not answer, in one line with one retry; one that was there at first keeps its room. */
function LostLine({ windows: lost, keepsRoom }: LostProps) {
  const [isBusy, setBusy] = useState(false);
  if (lost.length === 0) return keepsRoom && <p className="hot-lost hot-lost-no-more" />;
  const retry = async () => {
    setBusy(true);
    await Promise.allSettled(lost.map(({ refresh }) => refresh()));
    setBusy(false);
  };
  return (
    <p className="hot-lost row gap-3 sub" role="status">
      <Icon name="info" />
      <span className="grow">
        {lost.length === windows.length
          ? '八个来源都没有应答。'
          : `${lost.map(({ name }) => name).join('、')}暂时取不到。`}
      </span>
      <button className="btn btn-sm scripted" type="button" aria-disabled={isBusy} onClick={retry}>
        {isBusy ? '正在重试…' : '重试'}
      </button>
    </p>
  );
}

/** Fallback without scripts: the second list of a window, below. */
function SecondViews({ lists }: { lists: HotList[] }) {
  return (
    <div className="hot-columns">
      {lists.map(({ type, name, items }) => (
        <section key={type} className="hot-column" aria-label={name}>
          <header>
            <h2 className="grow">{name}</h2>
          </header>
          <HotRows items={items} />
        </section>
      ))}
    </div>
  );
}

const branches = '子丑寅卯辰巳午未申酉戌亥';
const quarters = '初一二三四五六七';
const quarter = 15 * 60_000;
/** China time is UTC+8, and the first double hour begins an hour before midnight. */
const ahead = 9 * hourLength;

/** Traditional double hour of a moment: 15:50 → 申时 三刻. */
export function doubleHour(at: number): string {
  const passed = Math.floor((at + ahead) / quarter) % 96;
  return `${branches[Math.floor(passed / 8)]}时 ${quarters[passed % 8]}刻`;
}

import type { HotList, HotType } from '@mojian/contract/pages/hot';
import { hourLength } from '@mojian/contract/platform/time';
import { Icon } from '@mojian/ui/icon';
import { type FormEvent, useState } from 'react';
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
import './hot.css';

type Props = { lists: HotList[]; hour: string; load: LoadHot };

export function HotScreen({ lists, hour, load }: Props) {
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
      <Seek />
      <div className="hot-columns">
        {isLostAtFirst && lost}
        {[...drawn, ...others].map((types) => (
          <HotWindow key={types[0]} lists={listsOf(types)} load={load} onState={(next) => change(types, next)} />
        ))}
        {windows.slice(drawn.length, drawn.length + waiting.length).map((place) => (
          <HotColumnWaiting key={`place of ${place[0]}`} />
        ))}
        {!isLostAtFirst && lost}
      </div>
      <noscript>
        {waiting.length > 0 && (
          <p className="hot-lost split gap-4 sub">{waiting.map(nameOfWindow).join('、')}还没有响应。</p>
        )}
        <SecondViews lists={windows.flatMap(([, second]) => (second && byType.get(second)) ?? [])} />
      </noscript>
    </main>
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
  if (lost.length === 0) return keepsRoom && <p className="hot-lost hot-lost-no-more split gap-4 sub" />;
  const retry = async () => {
    setBusy(true);
    await Promise.allSettled(lost.map(({ refresh }) => refresh()));
    setBusy(false);
  };
  return (
    <p className="hot-lost split gap-4 sub" role="status">
      <span>{lost.map(({ name }) => name).join('、')}暂时取不到。</span>
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

/** Web search in a new tab. Hidden without scripts: the CSP forbids submitting forms to other sites. */
function Seek() {
  const [place, setPlace] = useState(0);
  const engine = engines[place] ?? engines[0];

  // opened by script: the CSP limits forms to this site
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get(engine.param) ?? '').trim();
    if (words) window.open(engineAddress(engine, words), '_blank', 'noopener,noreferrer');
  };
  return (
    <search>
      <form
        className="hot-seek scripted"
        action={engine.url}
        target="_blank"
        rel="noopener noreferrer"
        onSubmit={search}
      >
        <Icon name="search" />
        <input
          className="grow"
          type="search"
          name={engine.param}
          aria-label={`用${engine.name}搜索`}
          placeholder="用其他搜索引擎搜索"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="btn quiet">
          搜索
        </button>
      </form>
      <fieldset className="hot-engines scripted row row-wrap sub">
        <legend className="visually-hidden">搜索引擎</legend>
        {engines.map(({ name }, other) => (
          <label key={name}>
            <input
              className="visually-hidden"
              type="radio"
              name="engine"
              checked={other === place}
              onChange={() => setPlace(other)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </search>
  );
}

/** A search engine: the query goes into `param` of `url`. */
export type Engine = { name: string; url: string; param: string };

export const engines = [
  { name: '百度', url: 'https://www.baidu.com/s', param: 'wd' },
  { name: 'Bing', url: 'https://www.bing.com/search', param: 'q' },
  { name: 'Google', url: 'https://www.google.com/search', param: 'q' },
  { name: '知乎', url: 'https://www.zhihu.com/search', param: 'q' },
  { name: 'GitHub', url: 'https://github.com/search', param: 'q' },
  { name: '哔哩哔哩', url: 'https://search.bilibili.com/all', param: 'keyword' },
  { name: '掘金', url: 'https://juejin.cn/search', param: 'query' },
] as const satisfies Engine[];

export function engineAddress({ url, param }: Engine, words: string) {
  return `${url}?${new URLSearchParams({ [param]: words })}`;
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

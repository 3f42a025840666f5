import type { HotList } from '@mojian/contract/pages/hot';
import { Icon } from '@mojian/ui/icon';
import { type FormEvent, useState } from 'react';
import { HotRows, HotWindow, type LoadHot, type LostWindow, nameOfLost, windows } from './hot-window.tsx';
import './hot.css';

type Props = { lists: HotList[]; hour: string; load: LoadHot };

export function HotScreen({ lists, hour, load }: Props) {
  const byType = new Map(lists.map((list) => [list.type, list]));
  const [lost, setLost] = useState<Partial<Record<string, LostWindow>>>(() => lostAtFirst(lists));
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
        {windows.map((types) => (
          <HotWindow
            key={types[0]}
            lists={types.flatMap((type) => byType.get(type) ?? [])}
            load={load}
            onLost={(window) => setLost((before) => ({ ...before, [String(types[0])]: window }))}
          />
        ))}
      </div>
      <LostLine windows={Object.values(lost).filter((window) => window !== undefined)} />
      <noscript>
        <SecondViews lists={windows.flatMap(([, second]) => (second && byType.get(second)) ?? [])} />
      </noscript>
    </main>
  );
}

/** Windows that have nothing as the page is served; each brings its own way to ask again. */
function lostAtFirst(lists: HotList[]) {
  const alone = lists.filter(({ type }) => windows.some((types) => types.length === 1 && types[0] === type));
  return Object.fromEntries(
    alone.flatMap((list) => {
      const name = nameOfLost(list);
      return name === undefined ? [] : [[list.type, { name, refresh: async () => {} }]];
    }),
  );
}

/** All sources that did not answer, in one line with one retry. */
function LostLine({ windows: lost }: { windows: LostWindow[] }) {
  const [isBusy, setBusy] = useState(false);
  if (lost.length === 0) return null;
  const retry = async () => {
    setBusy(true);
    await Promise.allSettled(lost.map(({ refresh }) => refresh()));
    setBusy(false);
  };
  return (
    <p className="hot-lost" role="status">
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
            <h2>{name}</h2>
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
      <fieldset className="hot-engines scripted">
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
const ahead = 9 * 3_600_000;

/** Traditional double hour of a moment: 15:50 → 申时 三刻. */
export function doubleHour(at: number): string {
  const passed = Math.floor((at + ahead) / quarter) % 96;
  return `${branches[Math.floor(passed / 8)]}时 ${quarters[passed % 8]}刻`;
}

import type { HotList } from '@mojian/contract/pages/hot';
import { HotRows } from './hot-rows.tsx';
import { HotWindow } from './hot-window.tsx';
import { Seek } from './seek.tsx';
import type { LoadHot } from './use-hot-lists.ts';
import { windows } from './windows.ts';

type Props = { lists: HotList[]; hour: string; load: LoadHot };

export function HotScreen({ lists, hour, load }: Props) {
  const byType = new Map(lists.map((list) => [list.type, list]));
  return (
    <main id="main" className="wrap hot">
      <header className="page-head">
        <div>
          <h1>热搜</h1>
          <p>八个网站的热搜，每十分钟更新一次。看一眼人间，再回来读书。</p>
        </div>
        <span className="vert" aria-hidden="true">
          {hour}
        </span>
      </header>
      <Seek />
      <div className="hots">
        {windows.map((types) => (
          <HotWindow key={types[0]} lists={types.flatMap((type) => byType.get(type) ?? [])} load={load} />
        ))}
      </div>
      <noscript>
        <SecondViews lists={windows.flatMap(([, second]) => (second && byType.get(second)) ?? [])} />
      </noscript>
    </main>
  );
}

/** Without scripts a window does not turn: what it would turn to stands below. */
function SecondViews({ lists }: { lists: HotList[] }) {
  return (
    <div className="hots">
      {lists.map(({ type, name, items }) => (
        <section key={type} className="col" aria-label={name}>
          <header>
            <h2>{name}</h2>
          </header>
          <HotRows items={items} />
        </section>
      ))}
    </div>
  );
}

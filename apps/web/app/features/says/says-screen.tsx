import type { Page } from '@mojian/contract/fields';
import type { Say } from '@mojian/contract/says';
import { useEffect } from 'react';
import { Link, useNavigation } from 'react-router';
import { Empty } from '../../ui/empty.tsx';
import { figures } from '../../ui/figures.ts';
import { Icon } from '../../ui/icon.tsx';
import { Earlier, More } from '../../ui/more.tsx';
import { useLate } from '../../ui/use-late.ts';
import { type Part, useMore } from '../../ui/use-more.ts';
import { dayOf } from './day-words.ts';
import { SayCard } from './say-card.tsx';
import { type SayChoice, sayAddress } from './say-choice.ts';
import { SaysWaiting } from './says-waiting.tsx';

type Props = { choice: SayChoice; list: Page<Say>; loadPage: (pageNo: number) => Promise<Part<Say>> };

/** What was said in passing, newest first: all of it, or one topic. */
export function SaysScreen({ choice, list, loadPage }: Props) {
  const { location } = useNavigation();
  const isComing = useLate(location?.pathname === '/say' || undefined);
  useEffect(() => closeViewer, []);
  return (
    <main id="main" className="wrap says">
      <header className="page-head">
        <div>
          <h1>说说</h1>
          <p>短的、当下的、不值得写成文章却舍不得忘的。</p>
        </div>
        <Link className="btn seal-b" to="/newSays">
          <Icon name="edit" />
          写一条
        </Link>
      </header>
      <div className="cols">
        {isComing ? (
          <SaysWaiting />
        ) : (
          <Stream key={sayAddress(choice)} choice={choice} list={list} loadPage={loadPage} />
        )}
        <aside className="aside">
          <p className="motto" aria-hidden="true">
            风来听风，雨来听雨。
            <br />
            无事的日子，
            <br />
            也记一笔。
          </p>
          <Topics says={list.records} chosen={choice.topic} />
        </aside>
      </div>
    </main>
  );
}

function Stream({ choice, list, loadPage }: Props) {
  const { topic, page } = choice;
  const more = useMore(list, loadPage);
  const { rows } = more;
  return (
    <div className="stream">
      {topic && (
        <p className="picked">
          <b>{`#${topic}`}</b>
          <span>{`${figures(list.total)} 条`}</span>
          <Link to="/say">看全部说说</Link>
        </p>
      )}
      <Earlier page={page} pages={list.pages} address={sayAddress({ topic, page: page - 1 })} />
      {rows.map((say, index) => {
        const before = rows[index - 1];
        const opensDay = !before || dayOf(before.createdAt) !== dayOf(say.createdAt);
        return <SayCard key={say.id} say={say} opensDay={opensDay} />;
      })}
      {rows.length === 0 ? (
        <Empty drawing="leaf" title="还没有说说">
          <p>等一阵风，或者一场雨。</p>
        </Empty>
      ) : (
        <More
          more={more}
          address={sayAddress({ topic, page: more.next })}
          words="再看几条"
          end={`到这里就看完了，共 ${figures(list.total)} 条`}
        />
      )}
    </div>
  );
}

/** The topics of the says on this page, those most often met first. */
function Topics({ says, chosen }: { says: Say[]; chosen: string | undefined }) {
  const met = new Map<string, number>();
  for (const topic of says.flatMap(({ topics }) => topics)) met.set(topic, (met.get(topic) ?? 0) + 1);
  const topics = [...met].sort(([, a], [, b]) => b - a).slice(0, 12);
  if (topics.length === 0) return null;
  return (
    <nav className="topics" aria-label="话题">
      <div className="sec">
        <h2>近来的话题</h2>
      </div>
      <ul>
        {topics.map(([topic]) => (
          <li key={topic}>
            <Link className="topic" to={sayAddress({ topic })} aria-current={topic === chosen ? 'true' : undefined}>
              {`#${topic}`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Going back also leaves the picture that lies over the screen. */
function closeViewer() {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.viewer')) dialog.close();
}

import type { Say, SayMonthCount } from '@mojian/contract/community/says';
import type { Page } from '@mojian/contract/platform/fields';
import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { closeDialogs } from '../../../ui/close-dialogs.ts';
import { Link } from '../../../ui/link.tsx';
import { loadPart } from '../../../ui/load-part.ts';
import { useLate } from '../../../ui/loading.ts';
import { dayInChina } from '../../../ui/moment.tsx';
import { SayRail } from './say-rail.tsx';
import { SayStream } from './say-stream.tsx';
import { type SayChoice, type SayDeps, sayAddress } from './says.ts';
import type { Topics } from './write/topics.tsx';
import './says.css';

type Props = { choice: SayChoice; list: Page<Say>; months: SayMonthCount[]; topics: Topics; deps: SayDeps };

/** Screen of says, newest first: all, from a month on, or of one topic. */
export function SaysScreen({ choice, list, months, topics, deps }: Props) {
  const { location } = useNavigation();
  const isComing = useLate(location?.pathname === '/say' || undefined);
  useEffect(() => closeDialogs, []);
  const served = [...new Set(list.records.map(({ createdAt }) => dayInChina(createdAt).slice(0, 7)))];
  return (
    <main id="main" className="wrap says">
      <header className="page-head">
        <div>
          <h1>说说</h1>
          <p>短的、当下的、不值得写成文章却舍不得忘的。</p>
        </div>
        <button className="btn quiet scripted" type="button" onClick={openReading}>
          阅读设置
        </button>
      </header>
      <div className="says-columns">
        <SayRail months={months} served={choice.topic ? [] : served} />
        {isComing ? (
          <SaysWaiting />
        ) : (
          <SayStream key={sayAddress(choice)} choice={choice} list={list} months={months} deps={deps} />
        )}
        <aside className="aside">
          <p className="says-motto" aria-hidden="true">
            风来听风，雨来听雨。
            <br />
            无事的日子，
            <br />
            也记一笔。
          </p>
          <RecentTopics topics={topics} chosen={choice.topic} />
        </aside>
      </div>
    </main>
  );
}

function openReading() {
  loadPart(
    () => import('../../content/article/reading-menu.tsx'),
    ({ openReadingMenu }) => openReadingMenu(),
  );
}

function RecentTopics({ topics, chosen }: { topics: Topics; chosen: string | undefined }) {
  if (topics.length === 0) return null;
  return (
    <nav className="says-topics" aria-label="话题">
      <div className="section-head">
        <h2>近来的话题</h2>
      </div>
      <ul>
        {topics.map(({ topic, count }) => (
          <li key={topic}>
            <Link
              className="topic split"
              to={sayAddress({ topic })}
              aria-current={topic === chosen ? 'true' : undefined}
            >
              {`#${topic}`}
              <small className="dim">{count}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Skeleton of two days. */
function SaysWaiting() {
  return (
    <div className="say-stream" aria-hidden="true">
      {[1, 2].map((day) => (
        <div className="say-day" key={day}>
          <span className="say-day-mark" />
          <div className="sheet say-waiting">
            <div className="skeleton" />
            <div className="say-text ruled-paper" />
            <div className="skeleton" />
          </div>
        </div>
      ))}
    </div>
  );
}

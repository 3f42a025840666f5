import type { Say } from '@mojian/contract/community/says';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Page } from '@mojian/contract/platform/fields';
import { Icon } from '@mojian/ui/icon';
import { useEffect } from 'react';
import { Link, useNavigation, useRouteLoaderData } from 'react-router';
import { useUser } from '../../../session/session.ts';
import { closeDialogs } from '../../../ui/close-dialogs.ts';
import { loadPart } from '../../../ui/load-part.ts';
import { useLate } from '../../../ui/loading.ts';
import type { Discussion } from '../comments/threads.ts';
import { SayStream } from './say-stream.tsx';
import { type SayChoice, type SayDeps, sayAddress } from './says.ts';
import './says.css';

/** `discussion`: comments of a say on its own page. */
type Props = { choice: SayChoice; list: Page<Say>; discussion: Discussion | null; deps: SayDeps };

/** Screen of says, newest first: all, one topic, or one say. */
export function SaysScreen({ choice, list, discussion, deps }: Props) {
  const { location } = useNavigation();
  const isComing = useLate(location?.pathname === '/say' || undefined);
  const mayWrite = useMayWrite();
  useEffect(() => closeDialogs, []);
  return (
    <main id="main" className="wrap says">
      <header className="page-head">
        <div>
          <h1>说说</h1>
          <p>短的、当下的、不值得写成文章却舍不得忘的。</p>
        </div>
        <div className="row">
          <button className="btn quiet scripted" type="button" onClick={openReading}>
            阅读设置
          </button>
          {mayWrite && (
            <Link className="btn btn-seal" to="/newSays">
              <Icon name="edit" />
              写说说
            </Link>
          )}
        </div>
      </header>
      <div className="cols">
        {isComing ? (
          <SaysWaiting />
        ) : (
          <SayStream key={sayAddress(choice)} choice={choice} list={list} discussion={discussion} deps={deps} />
        )}
        <aside className="aside">
          <p className="says-motto" aria-hidden="true">
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

function openReading() {
  loadPart(
    () => import('../../content/article/reading-menu.tsx'),
    ({ openReadingMenu }) => openReadingMenu(),
  );
}

/** Topics on this page, most frequent first. */
function Topics({ says, chosen }: { says: Say[]; chosen: string | undefined }) {
  const met = new Map<string, number>();
  for (const topic of says.flatMap(({ topics }) => topics)) met.set(topic, (met.get(topic) ?? 0) + 1);
  const topics = [...met].sort(([, a], [, b]) => b - a).slice(0, 12);
  if (topics.length === 0) return null;
  return (
    <nav className="says-topics" aria-label="话题">
      <div className="section-head">
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

/** Members where the owner allows it, and staff; visitors are asked to log in. */
function useMayWrite() {
  const role = useUser()?.role;
  const { saysByMembers = false } = useRouteLoaderData<{ site: SiteInfo }>('root')?.site ?? {};
  if (role === undefined || role === 'member') return saysByMembers;
  return role !== 'demo';
}

/** Skeleton cards. */
function SaysWaiting() {
  return (
    <div className="say-stream" aria-hidden="true">
      {[1, 2, 3].map((sheet) => (
        <div className="say say-waiting" key={sheet}>
          <div className="sheet say-paper">
            <div className="say-by">
              <div className="face skeleton" />
              <div className="skeleton" />
            </div>
            <div className="ruled-paper" />
            <div className="say-foot dim row">
              <div className="skeleton" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

import type { Say, SayLink } from '@mojian/contract/community/says';
import { yearName } from '@mojian/contract/platform/chinese-calendar';
import type { Page } from '@mojian/contract/platform/fields';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useHas } from '../../../site/features-on.ts';
import { AuthorName } from '../../../ui/author-name.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { dayInChina, exactTime, longDate } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { useHeard } from '../../core/blocks/blocked-ids.ts';
import type { Discussion } from '../comments/threads.ts';
import { CommentsOfSay, SayDeclared, SayPlace, SayText, SayVisibility, ServedComments } from './say-card.tsx';
import { dayName, dayNote, monthName } from './say-days.ts';
import { SayMenu } from './say-menu.tsx';
import { SayPictures } from './say-pictures.tsx';
import { SaySeals } from './say-seals.tsx';
import { type SayChoice, type SayDeps, sayAddress, stampersWords } from './says.ts';
import { type SayActs, sayActs } from './use-say-acts.ts';
import { useSays } from './use-says.ts';
import { SayWeather } from './weather.tsx';
import './say-alone.css';

/** Says of the days around; null before the first and after the last. */
type Neighbours = { before: SayLink | null; after: SayLink | null };

type Props = {
  choice: SayChoice;
  list: Page<Say>;
  neighbours: Neighbours | null;
  discussion: Discussion | null;
  deps: SayDeps;
};

/** Page of one say. */
export function SayAlone({ choice, list, neighbours, discussion, deps }: Props) {
  const says = useSays({ choice, list, deps });
  const acts = sayActs(deps, says);
  const [say] = says.rows;
  return (
    <main id="main" className="wrap says say-alone">
      {say ? (
        <div className="say-alone-columns">
          <article>
            <Head say={say} acts={acts} />
            <div className="say-alone-paper">
              <SayText html={say.html} isShort={false} />
            </div>
            <SayPictures pictures={say.pictures} />
            <SayDeclared say={say} />
            <SaySeals say={say} acts={acts} all />
            <Stampers say={say} />
            <Replies say={say} acts={acts} discussion={discussion} comments={deps.comments} />
            {neighbours && <Around neighbours={neighbours} />}
          </article>
          <Slip say={say} />
        </div>
      ) : (
        <Empty drawing="torn" title="这条说说不在了">
          <p>它或许被写的人收了回去。</p>
          <Link className="btn" to="/say">
            查看全部说说
          </Link>
        </Empty>
      )}
    </main>
  );
}

function Head({ say, acts }: { say: Say; acts: SayActs }) {
  const { author, createdAt, place, weather, isPublic, held } = say;
  return (
    <header className="say-alone-head row">
      <Face name={author.nickname} picture={ownPicture(author.avatar)} size="l" />
      <div>
        <h1>
          <AuthorName id={author.id} website={author.website}>
            {author.nickname}
          </AuthorName>
        </h1>
        <p className="meta">
          <time dateTime={createdAt}>{`${longDate(createdAt)} ${exactTime(createdAt).slice(11)}`}</time>
          <SayPlace place={place} />
          <SayWeather weather={weather} />
          <SayVisibility isPublic={isPublic} held={held} />
        </p>
      </div>
      <span className="push">
        <SayMenu say={say} acts={acts} />
      </span>
    </header>
  );
}

/** Faces and names of the latest who stamped it. */
function Stampers({ say }: { say: Say }) {
  const stampers = useHeard(say.stampers);
  if (stampers.length === 0) return null;
  return (
    <p className="say-alone-stampers sub row">
      <span className="say-alone-faces">
        {stampers.map(({ id, nickname, avatar }) => (
          <Face key={id} name={nickname} picture={ownPicture(avatar)} size="s" />
        ))}
      </span>
      <span>{stampersWords({ ...say, stampers })}</span>
    </p>
  );
}

type RepliesProps = Pick<Props, 'discussion'> & { say: Say; acts: SayActs; comments: SayDeps['comments'] };

function Replies({ say, acts, discussion, comments }: RepliesProps) {
  const hasComments = useHas()('comments');
  const [isHydrated, setHydrated] = useState(false);
  // the markup before must be the server's
  useEffect(() => setHydrated(true), []);
  if (!hasComments) return null;
  return (
    <section className="say-alone-replies">
      {isHydrated ? (
        <CommentsOfSay say={say} discussion={discussion} deps={comments} onCount={acts.count} />
      ) : (
        <ServedComments discussion={discussion} />
      )}
    </section>
  );
}

function Around({ neighbours: { before, after } }: { neighbours: Neighbours }) {
  if (!before && !after) return null;
  return (
    <nav className="say-alone-around" aria-label="前后的说说">
      {before ? <Neighbour say={before} words={`← 前一天，${shortDay(before)}`} /> : <span />}
      {after ? <Neighbour say={after} words={`后一天，${shortDay(after)} →`} /> : <span />}
    </nav>
  );
}

function Neighbour({ say: { id, text }, words }: { say: SayLink; words: string }) {
  return (
    <Link to={sayAddress({ id })}>
      <small className="dim">{words}</small>
      {text}
    </Link>
  );
}

/** 十一月廿五 */
function shortDay({ createdAt }: SayLink) {
  const day = dayInChina(createdAt);
  return monthName(day.slice(0, 7)) + dayName(day);
}

/** The day in large characters, and the way to all says. */
function Slip({ say: { createdAt } }: { say: Say }) {
  const day = dayInChina(createdAt);
  return (
    <aside className="aside">
      <div className="say-alone-slip">
        <p aria-hidden="true">
          <b>{dayName(day)}</b>
          {` ${monthName(day.slice(0, 7))}　${yearName(Number(day.slice(0, 4)))} · ${dayNote(day)}`}
        </p>
        <Link className="btn" to="/say">
          查看全部说说
        </Link>
      </div>
    </aside>
  );
}

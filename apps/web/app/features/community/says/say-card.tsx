import type { Say } from '@mojian/contract/community/says';
import { aiDeclaration } from '@mojian/contract/core/ai-content';
import { Icon } from '@mojian/ui/icon';
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useHas } from '../../../site/features-on.ts';
import { AuthorName } from '../../../ui/author-name.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { usePart } from '../../../ui/loading.ts';
import { exactTime } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { useHeard } from '../../core/blocks/blocked-ids.ts';
import { ServedTalks } from '../comments/comment-thread.tsx';
import { savedView } from '../comments/saved-threads.ts';
import type { Discussion } from '../comments/threads.ts';
import type { SayComments } from './say-comments.tsx';
import { SayMenu } from './say-menu.tsx';
import { isPortrait, SayPictures } from './say-pictures.tsx';
import { SaySeals } from './say-seals.tsx';
import { linkTopics, oneLineText, type SayDeps, sayAddress, stampersWords } from './says.ts';
import type { SayActs } from './use-say-acts.ts';
import { SayWeather } from './weather.tsx';
import './say-card.css';

type Props = { say: Say; acts: SayActs; comments: SayDeps['comments'] };

/** Longest text that stands large on the sheet, in characters. */
const shortText = 20;

/** A say on the sheet of its day. */
export function SayCard({ say, acts, comments }: Props) {
  const { pictures, author } = say;
  const isShort = pictures.length === 0 && Array.from(oneLineText(say.html)).length <= shortText;
  const look = isShort ? ' say-short' : isPortrait(pictures) ? ' say-beside' : '';
  return (
    <article
      className={`say${look}`}
      id={`say-${say.id}`}
      aria-label={`${author.nickname}，${exactTime(say.createdAt)}`}
    >
      {!author.owner && <SayAuthor author={author} />}
      <SayWhen say={say} />
      <SayText html={say.html} isShort={isShort} />
      <SayPictures pictures={pictures} />
      <SayDeclared say={say} />
      <SayFoot say={say} acts={acts} comments={comments} />
    </article>
  );
}

/** Face and name of a say that is not the owner's. */
function SayAuthor({ author: { id, nickname, avatar, website } }: { author: Say['author'] }) {
  return (
    <p className="say-author row">
      <Face name={nickname} picture={ownPicture(avatar)} size="s" />
      <AuthorName id={id} website={website}>
        {nickname}
      </AuthorName>
      {website === null ? <span className="dim">写在这里</span> : <span className="badge">访客</span>}
    </p>
  );
}

/** Time, place, weather, and who sees it. */
function SayWhen({ say: { id, createdAt, place, weather, isPublic, held } }: { say: Say }) {
  return (
    <p className="say-when dim row row-wrap">
      <Link to={sayAddress({ id })} title="查看这一条">
        <time dateTime={createdAt}>{exactTime(createdAt).slice(11)}</time>
      </Link>
      <SayPlace place={place} />
      <SayWeather weather={weather} />
      <SayVisibility isPublic={isPublic} held={held} />
    </p>
  );
}

export function SayPlace({ place }: Pick<Say, 'place'>) {
  if (!place) return null;
  return (
    <span className="row-inline gap-1">
      <Icon name="place" />
      <span className="visually-hidden">写于</span>
      {place}
    </span>
  );
}

/** The author's word that an AI made some of it. */
export function SayDeclared({ say: { hasAiContent } }: { say: Say }) {
  return hasAiContent && <p className="say-declared dim">{aiDeclaration}</p>;
}

export function SayVisibility({ isPublic, held }: Pick<Say, 'isPublic' | 'held'>) {
  if (!isPublic)
    return (
      <span className="row-inline gap-1">
        <Icon name="lock" />
        仅自己可见
      </span>
    );
  if (!held) return null;
  return (
    <span className="badge badge-seal" title="只有作者和管理员看得见">
      审核中
    </span>
  );
}

/** `isShort`: large and without rules. */
export function SayText({ html, isShort }: { html: string; isShort: boolean }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.topic');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles clicks of the links inside, to navigate without a page load
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link inside fires a click
    <div
      className={isShort ? 'say-text' : 'say-text ruled-paper'}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
      dangerouslySetInnerHTML={{ __html: linkTopics(html) }}
    />
  );
}

/** Loaded on demand: most readers only read. */
const fetchComments = () => import('./say-comments.tsx');

/** Seals of a say, its comments, which open in place, and its menu. */
function SayFoot({ say, acts, comments }: Props) {
  const { id } = say;
  const hasComments = useHas()('comments');
  const [isOpen, setOpen] = useState(false);
  // storage is read only after hydration, whose markup must be the server's
  useEffect(() => {
    if (savedView(`say:${id}`)) setOpen(true);
  }, [id]);
  const toggle = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(!isOpen);
  };
  return (
    <>
      <div className="say-foot dim row row-wrap">
        <SaySeals say={say} acts={acts} />
        {hasComments && (
          <Link
            className="say-talk row-inline push"
            to={sayAddress({ id })}
            aria-expanded={isOpen}
            onClick={toggle}
            onPointerEnter={() => void fetchComments().catch(() => {})}
          >
            <Icon name="talk" />
            {say.comments > 0 ? `${figures(say.comments)} 条回复` : '回复'}
          </Link>
        )}
        <SayMenu say={say} acts={acts} />
      </div>
      <SayStampers say={say} />
      {isOpen && hasComments && <CommentsOfSay say={say} discussion={null} deps={comments} onCount={acts.count} />}
    </>
  );
}

/** Comments of a say; until they can be written to, those that were served with it. */
export function CommentsOfSay(props: ComponentProps<typeof SayComments>) {
  const part = usePart(fetchComments);
  return part ? <part.SayComments {...props} /> : <ServedComments discussion={props.discussion} />;
}

/** Keeps the served comments until the interactive ones replace them. */
export function ServedComments({ discussion }: { discussion: Discussion | null }) {
  return (
    <section className="comments" aria-label="评论">
      {discussion ? (
        <ServedTalks discussion={discussion} />
      ) : (
        <p className="say-comments-waiting dim row justify-center gap-3">正在加载评论…</p>
      )}
    </section>
  );
}

function SayStampers({ say }: { say: Say }) {
  const words = stampersWords({ ...say, stampers: useHeard(say.stampers) });
  return words === '' ? null : <p className="say-stampers dim">{words}</p>;
}

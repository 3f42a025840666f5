import type { Say } from '@mojian/contract/community/says';
import { Icon } from '@mojian/ui/icon';
import { type ComponentProps, type MouseEvent, useContext, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useHas } from '../../../site/features-on.ts';
import { AuthorName } from '../../../ui/author-name.tsx';
import { Face } from '../../../ui/face.tsx';
import { countText } from '../../../ui/figures.ts';
import { usePart } from '../../../ui/loading.ts';
import { dayInChina, Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { RenderedAt } from '../../../ui/rendered-at.ts';
import { PictureList } from '../../core/uploads/picture-list.tsx';
import { ServedTalks } from '../comments/comment-thread.tsx';
import { savedView } from '../comments/saved-threads.ts';
import type { Discussion } from '../comments/threads.ts';
import { countedName } from '../counted-name.ts';
import { dayWords } from './day-words.ts';
import type { SayComments } from './say-comments.tsx';
import { SayMenu } from './say-menu.tsx';
import { likersWords, linkTopics, type SayDeps, sayAddress } from './says.ts';
import type { SayActs } from './use-say-acts.ts';

type Props = {
  say: Say;
  opensDay: boolean;
  /** On a page of its own, with comments open. */
  isAlone: boolean;
  discussion: Discussion | null;
  acts: SayActs;
  comments: SayDeps['comments'];
};

/** Card of a say. The margin names its day unless the say above has the same. */
export function SayCard({ say, opensDay, ...foot }: Props) {
  return (
    <article className="say" id={`say-${say.id}`}>
      {opensDay && <DayMark day={dayInChina(say.createdAt)} />}
      <div className="sheet say-paper">
        <header className="say-by">
          <Face name={say.author.nickname} picture={ownPicture(say.author.avatar)} />
          <Said say={say} />
          <SayMenu say={say} acts={foot.acts} />
        </header>
        <SayText html={say.html} />
        <SayPictures pictures={say.pictures} />
        <SayFoot say={say} {...foot} />
      </div>
    </article>
  );
}

/** Author, time, place, and visibility. */
function Said({ say: { id, author, createdAt, place, isPublic, held } }: { say: Say }) {
  return (
    <div>
      <div className="say-line row row-wrap">
        <h2>
          <AuthorName id={author.id} website={author.website}>
            {author.nickname}
          </AuthorName>
        </h2>
        {author.owner && <span className="badge badge-fill">博主</span>}
        {author.website !== null && <span className="badge">访客</span>}
        {isPublic && held && (
          <span className="badge badge-seal" title="只有作者和管理员看得见">
            审核中
          </span>
        )}
      </div>
      <div className="meta">
        <Link to={sayAddress({ id })} title="查看这一条">
          <Moment at={createdAt} />
        </Link>
        {place && (
          <span>
            <Icon name="place" />
            <span className="visually-hidden">写于</span>
            {place}
          </span>
        )}
        {!isPublic && (
          <span>
            <Icon name="lock" />
            仅自己可见
          </span>
        )}
      </div>
    </div>
  );
}

/** Starts with the day of rendering, for hydration, then follows the reader's clock. */
function DayMark({ day }: { day: string }) {
  const renderedAt = useContext(RenderedAt);
  const [now, setNow] = useState(renderedAt);
  useEffect(() => setNow(Date.now()), []);
  const { large, small } = dayWords(day, dayInChina(new Date(now).toISOString()));
  return (
    <span className="vertical">
      <b className="accent">{large}</b>
      {`　${small}`}
    </span>
  );
}

const columns = ['one', 'two', 'three'];

/** Up to nine pictures in up to three columns. */
function SayPictures({ pictures }: { pictures: Say['pictures'] }) {
  const classOf = (count: number) =>
    `say-pictures say-pictures-${count === 4 ? 'two' : (columns[count - 1] ?? 'three')}`;
  return <PictureList pictures={pictures} classOf={classOf} />;
}

function SayText({ html }: { html: string }) {
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
      className="ruled-paper"
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
      dangerouslySetInnerHTML={{ __html: linkTopics(html) }}
    />
  );
}

/** Loaded on demand: most readers only read. */
const fetchComments = () => import('./say-comments.tsx');

type SayFootProps = {
  say: Say;
  isAlone: boolean;
  discussion: Discussion | null;
  acts: SayActs;
  comments: SayDeps['comments'];
};

/** Likes and comments of a say. */
function SayFoot({ say, isAlone, discussion, acts, comments }: SayFootProps) {
  const { id, likes, liked } = say;
  const hasComments = useHas()('comments');
  const [isOpen, setOpen] = useState(false);
  // storage is read only after hydration, whose markup must be the server's
  useEffect(() => {
    if (isAlone || savedView(`say:${id}`)) setOpen(true);
  }, [isAlone, id]);
  return (
    <>
      <div className="say-foot dim row">
        <button
          type="button"
          aria-pressed={liked}
          aria-label={countedName('点赞', likes, '人')}
          title="点赞"
          onClick={() => void acts.like(say)}
        >
          <Icon name="heart" />
          {countText(likes)}
        </button>
        {hasComments && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={countedName('评论', say.comments, '条')}
            title="评论"
            onClick={() => setOpen(!isOpen)}
            onPointerEnter={() => void fetchComments().catch(() => {})}
          >
            <Icon name="talk" />
            {countText(say.comments)}
          </button>
        )}
      </div>
      {say.likers.length > 0 && <Likers say={say} />}
      {isOpen && hasComments ? (
        <Comments say={say} discussion={discussion} deps={comments} onCount={acts.count} />
      ) : (
        discussion && <Served discussion={discussion} />
      )}
    </>
  );
}

function Comments(props: ComponentProps<typeof SayComments>) {
  const part = usePart(fetchComments);
  return part ? <part.SayComments {...props} /> : <Served discussion={props.discussion} />;
}

/** Keeps the served comments until the interactive ones replace them. */
function Served({ discussion }: { discussion: Discussion | null }) {
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

function Likers({ say }: { say: Say }) {
  return (
    <p className="say-likers sub row items-baseline">
      <Icon name="heart" />
      <span>
        {say.likers.map(({ id, nickname }, index) => (
          <span key={id}>
            {index > 0 && '、'}
            <Link to={`/user/${id}`}>{nickname}</Link>
          </span>
        ))}
        {` ${likersWords(say)}`}
      </span>
    </p>
  );
}

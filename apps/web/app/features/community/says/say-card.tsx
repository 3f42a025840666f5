import type { Say } from '@mojian/contract/community/says';
import { Icon } from '@mojian/ui/icon';
import { type MouseEvent, useContext, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Face } from '../../../ui/face.tsx';
import { Moment, RenderedAt } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { PictureList } from '../../core/uploads/picture-list.tsx';
import type { Discussion } from '../comments/threads.ts';
import { dayWords } from './day-words.ts';
import { SayFoot } from './say-foot.tsx';
import { SayMenu } from './say-menu.tsx';
import { linkTopics, type SayDeps, sayAddress } from './says.ts';
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
      {opensDay && <DayMark day={chinaDay(say.createdAt)} />}
      <div className="sheet paper">
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
      <div className="row">
        <h2>
          <Link to={`/user/${author.id}`}>{author.nickname}</Link>
        </h2>
        {author.owner && <span className="badge fill">博主</span>}
        {isPublic && held && (
          <span className="badge s" title="只有作者和管理员看得见">
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
            <span className="vh">写于</span>
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
  const { large, small } = dayWords(day, chinaDay(new Date(now).toISOString()));
  return (
    <span className="vert">
      <b>{large}</b>
      {`　${small}`}
    </span>
  );
}

const columns = ['one', 'two', 'three'];

/** Up to nine pictures in up to three columns. */
function SayPictures({ pictures }: { pictures: Say['pictures'] }) {
  const classOf = (count: number) => `pics ${count === 4 ? 'two' : (columns[count - 1] ?? 'three')}`;
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
    // biome-ignore lint/a11y/noStaticElementInteractions: only spares the links within a whole page load
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key clicks as well
    <div
      className="letter"
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
      dangerouslySetInnerHTML={{ __html: linkTopics(html) }}
    />
  );
}

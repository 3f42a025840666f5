import type { Say } from '@mojian/contract/says';
import { type MouseEvent, useContext, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Count } from '../../ui/count.tsx';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment, RenderedAt } from '../../ui/moment.tsx';
import { ownPicture } from '../../ui/own-picture.ts';
import { dayOf, dayWords } from './day-words.ts';
import { linkTopics } from './say-choice.ts';
import { SayPictures } from './say-pictures.tsx';

/** One say on letter paper. The margin names its day unless the say above it has done so. */
export function SayCard({ say, opensDay }: { say: Say; opensDay: boolean }) {
  const { id, author, place, createdAt, pictures, likes, comments } = say;
  return (
    <article className="say" id={`say-${id}`}>
      {opensDay && <DayMark day={dayOf(createdAt)} />}
      <div className="sheet paper">
        <header className="who">
          <Face name={author.nickname} picture={ownPicture(author.avatar)} />
          <div>
            <h2>
              <Link to={`/user/${author.id}`}>{author.nickname}</Link>
            </h2>
            <div className="meta">
              <Moment at={createdAt} />
              {place && (
                <span>
                  <Icon name="place" />
                  <span className="vh">写于</span>
                  {place}
                </span>
              )}
            </div>
          </div>
        </header>
        <SayText html={say.html} />
        <SayPictures pictures={pictures} />
        <div className="foot">
          <Count icon="heart" words="喜欢" value={likes} />
          <Count icon="talk" words="评论" value={comments} />
        </div>
      </div>
    </article>
  );
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

/** Begins with the day of the rendering, as the server wrote it, and then goes by the reader's clock. */
function DayMark({ day }: { day: string }) {
  const renderedAt = useContext(RenderedAt);
  const [now, setNow] = useState(renderedAt);
  useEffect(() => setNow(Date.now()), []);
  const { large, small } = dayWords(day, dayOf(new Date(now).toISOString()));
  return (
    <span className="vert">
      <b>{large}</b>
      {`　${small}`}
    </span>
  );
}

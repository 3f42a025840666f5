import type { Home } from '@mojian/contract/pages/home';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import { Face } from '../../../ui/face.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';

/** The newest says, one at a time. */
export function Ticker({ says }: { says: Home['says'] }) {
  const [at, setAt] = useState(0);
  const say = says[at];
  if (!say) return null;
  const turn = (by: number) => setAt((at + by + says.length) % says.length);
  return (
    <section className="ticker" aria-label="最新说说">
      <span className="label">说说</span>
      <Face name={say.author.nickname} picture={ownPicture(say.author.avatar)} size="s" />
      <p aria-live="polite">
        <Link className="lk" to={`/say?id=${say.id}`}>
          {say.text}
        </Link>
      </p>
      <Moment key={say.id} at={say.createdAt} />
      {says.length > 1 && (
        <span className="scripted">
          <button className="ib" type="button" aria-label="上一条" onClick={() => turn(-1)}>
            <Icon name="left" />
          </button>
          <button className="ib" type="button" aria-label="下一条" onClick={() => turn(1)}>
            <Icon name="right" />
          </button>
        </span>
      )}
    </section>
  );
}

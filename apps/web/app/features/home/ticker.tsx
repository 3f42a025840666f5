import type { Home } from '@mojian/contract/home';
import type { SiteInfo } from '@mojian/contract/site';
import { useState } from 'react';
import { Link } from 'react-router';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';

/** The newest says, one at a time. */
export function Ticker({ says, site }: { says: Home['says']; site: SiteInfo }) {
  const [at, setAt] = useState(0);
  const say = says[at];
  if (!say) return null;
  const turn = (by: number) => setAt((at + by + says.length) % says.length);
  return (
    <section className="ticker" aria-label="最新说说">
      <span className="label">说说</span>
      <Face name={site.authorName} picture={site.authorAvatar} size="s" />
      <p aria-live="polite">
        <Link className="lk" to="/say">
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

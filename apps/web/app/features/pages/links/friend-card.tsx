import type { FriendLink } from '@mojian/contract/pages/links';
import { Face } from '../../../ui/face.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';

/** A friend's site with its newest article. */
export function FriendCard({ link: { name, url, info, avatar, reachable, checked, newest } }: { link: FriendLink }) {
  return (
    <li className={reachable ? undefined : 'link-group-off'}>
      <a href={url} target="_blank" rel="noopener noreferrer">
        <Face name={name} picture={ownPicture(avatar)} size="l" />
        <span>
          <b>{name}</b>
          {!reachable && <span className="badge">失联</span>}
          {reachable && !checked && <span className="badge">还没检查</span>}
          <span className="link-group-info dim">{info}</span>
        </span>
      </a>
      {newest && (
        <a className="link-group-newest" href={newest.url} target="_blank" rel="noopener noreferrer">
          <span className="dim">
            <Moment at={newest.publishedAt} />
          </span>
          <span className="link-group-title">{newest.title}</span>
        </a>
      )}
    </li>
  );
}

import type { Room } from '@mojian/contract/chat/messages';
import { SiteSeal } from '../../../../site-seal.tsx';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';

/** The group by the site's seal, a person by their face and whether they are there. */
export function RoomFace({ room: { kind, name, peer, online } }: { room: Room }) {
  if (kind === 'group') return <SiteSeal className="room-seal" />;
  return (
    <span className={online ? 'room-face online' : 'room-face'}>
      <Face name={peer?.nickname ?? name} picture={ownPicture(peer?.avatar ?? '')} size="l" />
    </span>
  );
}

import type { Room } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { lastLine } from './last-line.ts';
import type { MenuPlace } from './pop-menu.tsx';
import { roomAddress } from './room-address.ts';
import { RoomFace } from './room-face.tsx';
import { RoomMarks } from './room-marks.tsx';
import { roomTime } from './room-time.ts';
import { useLongPress } from './use-long-press.ts';

type Props = {
  room: Room;
  isOpen: boolean;
  /** What was begun there and not sent. */
  draft: string;
  now: number;
  openMenu: (place: MenuPlace) => void;
};

/** A room in the list: who, when, the last words, and what waits there. */
export function RoomRow({ room, isOpen, draft, now, openMenu }: Props) {
  // on phones the way back leads to the rooms the talk was opened from
  const fromRooms = useLocation().search === '';
  const row = useRef<HTMLLIElement>(null);
  const below = (): MenuPlace => row.current?.querySelector('button')?.getBoundingClientRect() ?? { x: 0, y: 0 };
  const press = useLongPress((at, byKeyboard) => openMenu(byKeyboard ? below() : at));
  return (
    <li ref={row} {...press}>
      <Link
        className="room"
        to={roomAddress(room)}
        state={{ fromRooms }}
        replace={isOpen}
        preventScrollReset
        draggable={false}
        aria-current={isOpen ? 'true' : undefined}
      >
        <RoomFace room={room} />
        <b>{room.name}</b>
        {room.online && <span className="vh">，在线</span>}
        {room.last && <time dateTime={room.last.createdAt}>{roomTime(room.last.createdAt, now)}</time>}
        <p>
          {draft ? (
            <>
              <span className="unsent">[草稿]</span> {draft}
            </>
          ) : (
            lastLine(room)
          )}
        </p>
        <RoomMarks room={room} />
      </Link>
      <button className="ib" type="button" aria-label={`${room.name}：更多`} onClick={() => openMenu(below())}>
        <Icon name="dots" />
      </button>
    </li>
  );
}

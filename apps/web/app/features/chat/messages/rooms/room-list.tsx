import type { Room } from '@mojian/contract/chat/messages';
import { type KeyboardEvent, useState } from 'react';
import type { RoomActs } from '../about/use-room-acts.tsx';
import { type MenuPlace, PopMenu } from './pop-menu.tsx';
import { RoomRow } from './room-row.tsx';

type Props = { rooms: Room[]; drafts: ReadonlyMap<number, string>; openId: number | undefined; acts: RoomActs };

/** The group on top, then whoever one talked to last. */
export function RoomList({ rooms, drafts, openId, acts }: Props) {
  const [menu, setMenu] = useState<{ room: Room; place: MenuPlace }>();
  const now = Date.now();
  return (
    <>
      <ul className="room-list" aria-label="会话" onKeyDown={step}>
        {rooms.map((room) => (
          <RoomRow
            key={room.id}
            room={room}
            isOpen={room.id === openId}
            draft={room.id === openId ? '' : (drafts.get(room.id)?.trim() ?? '')}
            now={now}
            openMenu={(place) => setMenu({ room, place })}
          />
        ))}
        {rooms.length === 1 && <li className="only-group">在一个人的主页上点“私聊”，或在上面找一个名字，就能私聊。</li>}
      </ul>
      {menu && (
        <PopMenu
          label={menu.room.name}
          place={menu.place}
          entries={acts.entriesOf(menu.room)}
          close={() => setMenu(undefined)}
        />
      )}
      {acts.asking}
    </>
  );
}

/** The arrows go from room to room. */
function step(event: KeyboardEvent<HTMLElement>) {
  const rooms = [...event.currentTarget.querySelectorAll<HTMLElement>('a.room')];
  const now = rooms.findIndex((room) => room.parentElement?.contains(document.activeElement));
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: rooms.length - 1 }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  rooms[to]?.focus();
}

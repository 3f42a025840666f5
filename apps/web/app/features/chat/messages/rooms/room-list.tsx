import type { Room } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { SiteSeal } from '../../../../site/site-seal.tsx';
import { Empty } from '../../../../ui/empty.tsx';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import type { Chat, ChatDeps, ChatState } from '../chat.ts';
import { RoomsWaiting } from '../chat-waiting.tsx';
import { ConnectionLine } from '../room/conversation-head.tsx';
import type { RoomActs } from '../room/use-room-acts.tsx';
import { FindField, FindResults, useFind } from './find.tsx';
import { type MenuPlace, PopMenu, useLongPress } from './pop-menu.tsx';
import { lastMessageLine, roomAddress, roomTime } from './room-line.ts';

type RoomsColumnProps = { chat: Chat; state: ChatState; deps: ChatDeps; acts: RoomActs };

/** Room list with search for people and messages. */
export function RoomsColumn({ chat, state, deps, acts }: RoomsColumnProps) {
  const [text, setText] = useState('');
  const find = useFind(deps.reading, text);
  const column = useRef<HTMLElement>(null);
  const isFinding = find.sought !== '';
  return (
    <aside ref={column} className="chat-rooms column" aria-label="会话">
      <FindField
        words="搜索用户或消息"
        text={text}
        setText={setText}
        goDown={() => column.current?.querySelector<HTMLElement>('a.chat-room')?.focus()}
      />
      {!state.open && <ConnectionLine connection={state.connection} />}
      <p className="visually-hidden" role="status">
        {isFinding && find.found && `找到 ${find.found.people.length + find.found.messages.length} 条`}
      </p>
      <div className="chat-rooms-body">
        {isFinding ? (
          <FindResults find={find} meId={deps.me?.id ?? 0} rooms={state.rooms ?? []} leave={() => setText('')} />
        ) : (
          <Rooms chat={chat} state={state} acts={acts} />
        )}
      </div>
    </aside>
  );
}

function Rooms({ chat, state: { rooms, drafts, failed, open }, acts }: Omit<RoomsColumnProps, 'deps'>) {
  if (rooms) return <RoomList rooms={rooms} drafts={drafts} openId={open?.room.id} acts={acts} />;
  if (!failed) return <RoomsWaiting />;
  return (
    <Empty drawing="torn" title="会话加载失败">
      <p>网络打了个盹。</p>
      <button className="btn btn-sm" type="button" onClick={() => void chat.reload()}>
        重试
      </button>
    </Empty>
  );
}

type Props = { rooms: Room[]; drafts: ReadonlyMap<number, string>; openId: number | undefined; acts: RoomActs };

/** The group first, then by latest message. */
function RoomList({ rooms, drafts, openId, acts }: Props) {
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
        {rooms.length === 1 && (
          <li className="room-list-only-group dim">在一个人的主页上点「私聊」，或在上面找一个名字，就能私聊。</li>
        )}
      </ul>
      {menu && (
        <PopMenu
          label={menu.room.name}
          place={menu.place}
          entries={acts.entriesOf(menu.room)}
          close={() => setMenu(undefined)}
        />
      )}
    </>
  );
}

/** Arrow keys move between rooms. */
function step(event: KeyboardEvent<HTMLElement>) {
  const rooms = [...event.currentTarget.querySelectorAll<HTMLElement>('a.chat-room')];
  const now = rooms.findIndex((room) => room.parentElement?.contains(document.activeElement));
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: rooms.length - 1 }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  rooms[to]?.focus();
}

type RoomRowProps = {
  room: Room;
  isOpen: boolean;
  /** Unsent draft of the room. */
  draft: string;
  now: number;
  openMenu: (place: MenuPlace) => void;
};

/** Face, name, time, last message and unread badge. */
function RoomRow({ room, isOpen, draft, now, openMenu }: RoomRowProps) {
  // on phones "back" returns to the list that the room was opened from
  const fromRooms = useLocation().search === '';
  const row = useRef<HTMLLIElement>(null);
  const below = (): MenuPlace => row.current?.querySelector('button')?.getBoundingClientRect() ?? { x: 0, y: 0 };
  const press = useLongPress((at, byKeyboard) => openMenu(byKeyboard ? below() : at));
  return (
    <li ref={row} {...press}>
      <Link
        className="chat-room"
        to={roomAddress(room)}
        state={{ fromRooms }}
        replace={isOpen}
        preventScrollReset
        draggable={false}
        aria-current={isOpen ? 'true' : undefined}
      >
        <RoomFace room={room} />
        <b>{room.name}</b>
        {room.online && <span className="visually-hidden">，在线</span>}
        {room.last && (
          <time className="dim" dateTime={room.last.createdAt}>
            {roomTime(room.last.createdAt, now)}
          </time>
        )}
        <p>
          {draft ? (
            <>
              <span className="accent">[草稿]</span> {draft}
            </>
          ) : (
            lastMessageLine(room)
          )}
        </p>
        <RoomMarks room={room} />
      </Link>
      <button className="icon-button" type="button" aria-label={`${room.name}：更多`} onClick={() => openMenu(below())}>
        <Icon name="dots" />
      </button>
    </li>
  );
}

/** Badge of a room: a request, a mention, unread messages; for a muted room a dot only. */
function RoomMarks({ room: { request, called, unread, muted } }: { room: Room }) {
  return (
    <span className="chat-room-marks row justify-end gap-1-5">
      {request === 'received' && <span className="badge badge-celadon">请求</span>}
      {called && (
        <span className="chat-room-called accent" title="有人 @ 你">
          <span aria-hidden="true">@</span>
          <span className="visually-hidden">，有人提到你</span>
        </span>
      )}
      {muted && (
        <span className="chat-room-muted" title="免打扰">
          <Icon name="hush" />
          <span className="visually-hidden">，免打扰</span>
        </span>
      )}
      {unread > 0 && (
        <span className={muted ? 'chat-room-muted-dot' : 'count'}>
          <span className="visually-hidden">，</span>
          <span className={muted ? 'visually-hidden' : undefined}>{unreadWords(unread)}</span>
          <span className="visually-hidden"> 条未读</span>
        </span>
      )}
    </span>
  );
}

/** The site's seal for the group, else the peer's face with online state. */
function RoomFace({ room: { kind, name, peer, online } }: { room: Room }) {
  if (kind === 'group') return <SiteSeal />;
  return (
    <span className={online ? 'chat-room-face chat-room-face-online' : 'chat-room-face'}>
      <Face name={peer?.nickname ?? name} picture={ownPicture(peer?.avatar ?? '')} size="l" />
    </span>
  );
}

/** Unread count; the server stops counting at 100. */
function unreadWords(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}

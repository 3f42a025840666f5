import type { Room } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ChatState } from '../chat.ts';
import { type MenuEntry, type MenuPlace, PopMenu } from '../rooms/pop-menu.tsx';

type Props = {
  room: Room;
  entries: MenuEntry[];
  /** Back to the room list, on phones. */
  goBack?: () => void;
  search?: { isOpen: boolean; toggle: () => void };
};

/** Name of the room with its menu. */
export function ConversationHead({ room, entries, goBack, search }: Props) {
  const [place, setPlace] = useState<MenuPlace>();
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <header className="row gap-3-5">
      {goBack && (
        <button className="icon-button conversation-back" type="button" aria-label="返回会话" onClick={goBack}>
          <Icon name="left" />
        </button>
      )}
      <div className="conversation-about">
        <h2 className="truncate">{room.peer ? <Link to={`/user/${room.peer.id}`}>{room.name}</Link> : room.name}</h2>
        <p className="dim" role="status">
          {stateOf(room)}
        </p>
      </div>
      <span className="row push">
        {search && (
          <button
            className="icon-button"
            type="button"
            aria-label="搜索记录"
            aria-expanded={search.isOpen}
            onClick={search.toggle}
          >
            <Icon name="search" />
          </button>
        )}
        {entries.length > 0 && (
          <button
            ref={trigger}
            className="icon-button"
            type="button"
            aria-label="更多"
            aria-haspopup="true"
            onClick={() => setPlace(trigger.current?.getBoundingClientRect())}
          >
            <Icon name="dots" />
          </button>
        )}
      </span>
      {place && (
        <PopMenu label={`${room.name}：更多`} place={place} entries={entries} close={() => setPlace(undefined)} />
      )}
    </header>
  );
}

/** Online state of the peer, or number of members online. */
function stateOf({ kind, members, present, online, peer }: Room) {
  if (kind === 'private') {
    if (!peer) return '对方已注销';
    return online ? '在线' : peer.badge === 'owner' ? '博主' : '';
  }
  const there = present === null || present === 0 ? '' : `，${present} 人在线`;
  return members === null ? '' : `${members} 位成员${there}`;
}

/** Shown while live events do not arrive. */
export function ConnectionLine({ connection }: Pick<ChatState, 'connection'>) {
  return (
    <div role="status">
      {connection === 'lost' && (
        <p className="conversation-lost sub">连接已断开，正在重连；重连之后，错过的消息都会补上。</p>
      )}
    </div>
  );
}

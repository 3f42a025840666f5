import { useRef, useState } from 'react';
import { Empty } from '../../../../ui/empty.tsx';
import type { RoomActs } from '../about/use-room-acts.tsx';
import type { Chat, ChatState } from '../chat.ts';
import type { ChatParts } from '../chat-parts.ts';
import { FindField } from './find-field.tsx';
import { FindResults } from './find-results.tsx';
import { RoomList } from './room-list.tsx';
import { RoomsWaiting } from './rooms-waiting.tsx';
import { useFind } from './use-find.ts';

type Props = { chat: Chat; state: ChatState; parts: ChatParts; acts: RoomActs };

/** All rooms, and the way to find a person or something that was said. */
export function RoomsColumn({ chat, state, parts, acts }: Props) {
  const [text, setText] = useState('');
  const find = useFind(parts.reading, text);
  const column = useRef<HTMLElement>(null);
  const isFinding = find.sought !== '';
  return (
    <aside ref={column} className="rooms" aria-label="会话">
      <FindField
        words="搜索用户或消息"
        text={text}
        setText={setText}
        goDown={() => column.current?.querySelector<HTMLElement>('a.room')?.focus()}
      />
      <p className="vh" role="status">
        {isFinding && find.found && `找到 ${find.found.people.length + find.found.messages.length} 条`}
      </p>
      <div className="rooms-body">
        {isFinding ? (
          <FindResults find={find} meId={parts.me?.id ?? 0} rooms={state.rooms ?? []} leave={() => setText('')} />
        ) : (
          <Rooms {...{ chat, state, acts }} />
        )}
      </div>
    </aside>
  );
}

function Rooms({ chat, state: { rooms, drafts, failed, open }, acts }: Omit<Props, 'parts'>) {
  if (rooms) return <RoomList rooms={rooms} drafts={drafts} openId={open?.room.id} acts={acts} />;
  if (!failed) return <RoomsWaiting />;
  return (
    <Empty drawing="torn" title="会话加载失败">
      <p>网络打了个盹。</p>
      <button className="btn sm" type="button" onClick={() => void chat.reload()}>
        重试
      </button>
    </Empty>
  );
}

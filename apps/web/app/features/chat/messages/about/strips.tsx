import type { Room } from '@mojian/contract/chat/messages';
import { useSending } from '../../../../ui/use-sending.ts';
import type { Chat } from '../chat.ts';
import type { RoomActs } from './use-room-acts.tsx';

type Props = { room: Room; chat: Chat; acts: RoomActs };

/** What has to be decided before one talks: a request, or somebody who was blocked. Stands above the composer. */
export function RoomStrip({ room, chat, acts }: Props) {
  if (room.blocked && room.peer) return <BlockedStrip room={room} acts={acts} />;
  if (room.request === 'received') return <RequestStrip {...{ room, chat, acts }} />;
  return null;
}

function RequestStrip({ room, chat, acts }: Props) {
  const { peer, name } = room;
  const { isBusy, send } = useSending();
  return (
    <section className="room-strip" aria-label="私聊请求">
      <p>
        <b>{name}</b> 想和你说话。回一句话，也就是接受了。
      </p>
      <p className="does">
        <button
          className="btn seal-b sm"
          type="button"
          aria-disabled={isBusy}
          onClick={() => void send(() => chat.accept(room.id))}
        >
          接受
        </button>
        <button className="btn sm" type="button" onClick={() => acts.askToDelete(room)}>
          删除
        </button>
        {peer && (
          <button className="btn quiet sm" type="button" onClick={() => acts.askToBlock(peer)}>
            拉黑
          </button>
        )}
      </p>
    </section>
  );
}

function BlockedStrip({ room: { peer, name }, acts }: Omit<Props, 'chat'>) {
  return (
    <section className="room-strip" aria-label="已拉黑">
      <p>
        你拉黑了 <b>{name}</b>，对方的话不会到你这里来。
      </p>
      <p className="does">
        <button className="btn sm" type="button" onClick={() => peer && acts.unblock(peer)}>
          解除拉黑
        </button>
      </p>
    </section>
  );
}

/** In the composer's place: why one cannot write now. */
export function ClosedStrip({ why }: { why: string }) {
  return (
    <p className="closed-strip" role="status">
      {why}
    </p>
  );
}

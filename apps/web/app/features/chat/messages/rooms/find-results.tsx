import type { ChatMessage, ChatPerson, Room } from '@mojian/contract/chat/messages';
import { Link } from 'react-router';
import { Empty } from '../../../../ui/empty.tsx';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import { cutAt, fromMatch } from './cut-at.ts';
import { roomAddress } from './room-address.ts';
import { roomTime } from './room-time.ts';
import type { useFind } from './use-find.ts';

type Props = {
  find: ReturnType<typeof useFind>;
  meId: number;
  /** To name the room of a message. */
  rooms: Room[];
  /** Leaves the search, once something was chosen. */
  leave: () => void;
};

/** Who and what was found. */
export function FindResults({ find: { sought, found, state, more, again }, meId, rooms, leave }: Props) {
  if (state === 'failed' && !found)
    return (
      <Empty drawing="torn" title="搜索失败">
        <button className="btn sm" type="button" onClick={again}>
          重试
        </button>
      </Empty>
    );
  if (!found) return <p className="finding">正在搜索…</p>;
  const { people, messages, next } = found;
  if (people.length + messages.length === 0) return <Empty title={`没有找到“${sought}”`} />;
  return (
    <div className="found" aria-busy={state === 'looking'}>
      {people.length > 0 && (
        <section aria-label="用户">
          <h2>用户</h2>
          <ul>
            {people.map((person) => (
              <li key={person.id}>
                <PersonFound {...{ person, leave }} sought={found.sought} isMe={person.id === meId} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {messages.length > 0 && (
        <section aria-label="消息">
          <h2>消息</h2>
          <ul>
            {messages.map((message) => (
              <li key={message.id}>
                <MessageFound {...{ message, leave }} sought={found.sought} room={rooms.find(isOf(message))} />
              </li>
            ))}
          </ul>
          {next && (
            <button className="btn sm wide" type="button" onClick={() => void more()}>
              {state === 'failed' ? '重试' : '加载更多'}
            </button>
          )}
        </section>
      )}
    </div>
  );
}

const isOf =
  ({ roomId }: ChatMessage) =>
  ({ id }: Room) =>
    id === roomId;

type PersonProps = { person: ChatPerson; sought: string; isMe: boolean; leave: () => void };

function PersonFound({ person: { id, nickname, avatar, badge }, sought, isMe, leave }: PersonProps) {
  const to = isMe ? '/user' : `/im?userId=${id}`;
  return (
    <Link className="room person" to={to} state={{ fromRooms: true }} onClick={leave} preventScrollReset>
      <Face name={nickname} picture={ownPicture(avatar)} size="l" />
      <b>
        <Marked text={nickname} sought={sought} />
        {badge && <span className="badge s">博主</span>}
      </b>
    </Link>
  );
}

type MessageProps = { message: ChatMessage; sought: string; room: Room | undefined; leave: () => void };

function MessageFound({ message, sought, room, leave }: MessageProps) {
  const { id, roomId, sender, pieces, createdAt } = message;
  const text = pieces.map((piece) => piece.text).join('');
  const to = roomAddress(room ?? { id: roomId, peer: null }, id);
  return (
    <Link className="room said" to={to} state={{ fromRooms: true }} onClick={leave} preventScrollReset>
      <Face name={sender.nickname} picture={ownPicture(sender.avatar)} size="l" />
      <b>
        {sender.nickname}
        {room && room.peer?.id !== sender.id && <small>{room.name}</small>}
      </b>
      <time dateTime={createdAt}>{roomTime(createdAt, Date.now())}</time>
      <p>
        <Marked text={fromMatch(text, sought)} sought={sought} />
      </p>
    </Link>
  );
}

/** The text with what was sought marked in it. */
function Marked({ text, sought }: { text: string; sought: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts are told apart by their place alone
  return cutAt(text, sought).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

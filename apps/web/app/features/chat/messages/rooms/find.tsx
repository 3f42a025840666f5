import type { ChatMessage, ChatPerson, Room } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Empty } from '../../../../ui/empty.tsx';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import type { ChatDeps } from '../chat.ts';
import { roomAddress, roomTime } from './room-line.ts';

type FindFieldProps = {
  field?: RefObject<HTMLInputElement | null>;
  words: string;
  text: string;
  setText: (text: string) => void;
  /** Called on Escape in the empty field. */
  close?: () => void;
  /** Called on arrow down, to focus the results. */
  goDown?: () => void;
};

export function FindField({ field, words, text, setText, close, goDown }: FindFieldProps) {
  const id = useId();
  return (
    <div className="find-field">
      <Icon name="search" />
      <label className="visually-hidden" htmlFor={id}>
        {words}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        placeholder={words}
        value={text}
        maxLength={50}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            goDown?.();
          }
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (text) setText('');
          else close?.();
        }}
      />
      {text && (
        <button type="button" className="icon-button" aria-label="清空" onClick={() => setText('')}>
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}

type FindResultsProps = {
  find: ReturnType<typeof useFind>;
  meId: number;
  /** For the names of the messages' rooms. */
  rooms: Room[];
  /** Called once a result was chosen. */
  leave: () => void;
};

/** Members and messages found. */
export function FindResults({ find: { sought, found, state, more, again }, meId, rooms, leave }: FindResultsProps) {
  if (state === 'failed' && found?.sought !== sought)
    return (
      <Empty drawing="torn" title="搜索失败">
        <button className="btn btn-sm" type="button" onClick={again}>
          重试
        </button>
      </Empty>
    );
  if (!found) return <p className="chat-finding dim">正在搜索…</p>;
  const { people, messages, next } = found;
  if (people.length + messages.length === 0) return <Empty title={`没有找到「${sought}」`} />;
  return (
    <div className="chat-found" aria-busy={state === 'looking'}>
      {people.length > 0 && (
        <section aria-label="用户">
          <h2 className="dim">用户</h2>
          <ul>
            {people.map((person) => (
              <li key={person.id}>
                <PersonFound person={person} leave={leave} sought={found.sought} isMe={person.id === meId} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {messages.length > 0 && (
        <section aria-label="消息">
          <h2 className="dim">消息</h2>
          <ul>
            {messages.map((message) => (
              <li key={message.id}>
                <MessageFound message={message} leave={leave} sought={found.sought} room={rooms.find(isOf(message))} />
              </li>
            ))}
          </ul>
          {next && (
            <button className="btn btn-sm btn-wide" type="button" onClick={() => void more()}>
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
    <Link className="chat-room chat-room-person" to={to} state={{ fromRooms: true }} onClick={leave} preventScrollReset>
      <Face name={nickname} picture={ownPicture(avatar)} size="l" />
      <b>
        <Marked text={nickname} sought={sought} />
        {badge && <span className="badge badge-seal">博主</span>}
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
    <Link className="chat-room chat-room-said" to={to} state={{ fromRooms: true }} onClick={leave} preventScrollReset>
      <Face name={sender.nickname} picture={ownPicture(sender.avatar)} size="l" />
      <b>
        {sender.nickname}
        {room && room.peer?.id !== sender.id && <small className="dim">{room.name}</small>}
      </b>
      <time className="dim" dateTime={createdAt}>
        {roomTime(createdAt, Date.now())}
      </time>
      <p>
        <Marked text={fromMatch(text, sought)} sought={sought} />
      </p>
    </Link>
  );
}

/** Text with the matches marked. */
function Marked({ text, sought }: { text: string; sought: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: equal parts differ by position only
  return cutAt(text, sought).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

type Found = {
  /** Query of these results; the field may have changed since. */
  sought: string;
  people: ChatPerson[];
  messages: ChatMessage[];
  next: string | null;
};

type State = 'resting' | 'looking' | 'failed';

/** Debounce of the search, in milliseconds. */
const typingPause = 250;
const longest = 50;

/** Searches people by prefix and messages by words; with `roomId` only messages of that room. */
export function useFind(reading: ChatDeps['reading'], text: string, roomId?: number) {
  const [found, setFound] = useState<Found>();
  const [state, setState] = useState<State>('resting');
  const [attempt, setAttempt] = useState(0);
  const sought = Array.from(text.trim()).slice(0, longest).join('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the search
  useEffect(() => {
    if (sought === '') {
      setFound(undefined);
      return setState('resting');
    }
    let isGone = false;
    setState('looking');
    const asking = setTimeout(() => {
      search(reading, sought, roomId).then(
        (all) => {
          if (isGone) return;
          setFound(all);
          setState('resting');
        },
        () => !isGone && setState('failed'),
      );
    }, typingPause);
    return () => {
      isGone = true;
      clearTimeout(asking);
    };
  }, [sought, roomId, attempt, reading]);

  const more = async () => {
    if (!found?.next || state === 'looking') return;
    setState('looking');
    try {
      const query = { text: found.sought, after: found.next, ...(roomId !== undefined && { roomId }) };
      const { records, next } = await reading.chat.search({ query });
      setFound((now) => (now?.next === found.next ? { ...now, messages: [...now.messages, ...records], next } : now));
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  return { sought, found, state, more, again: () => setAttempt(attempt + 1) };
}

async function search(reading: ChatDeps['reading'], sought: string, roomId: number | undefined): Promise<Found> {
  const query = { text: sought, ...(roomId !== undefined && { roomId }) };
  const [people, { records, next }] = await Promise.all([
    roomId === undefined ? reading.chat.people({ query: { prefix: sought.slice(0, 20) } }) : [],
    reading.chat.search({ query }),
  ]);
  return { sought, people, messages: records, next };
}

/** Splits a text so that every second part is a match, ignoring case. */
export function cutAt(text: string, sought: string): string[] {
  const words = [...new Set(sought.trim().split(/\s+/))].filter(Boolean).sort((a, b) => b.length - a.length);
  if (words.length === 0) return [text];
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return text.split(new RegExp(`(${pattern})`, 'giu'));
}

/** The text from shortly before its first match, for one-line results. */
export function fromMatch(text: string, sought: string, before = 12): string {
  const at = cutAt(text, sought)[0]?.length ?? 0;
  if (at === text.length || at <= before) return text;
  return `…${text.slice(at - before)}`;
}

type InRoomProps = { room: Room; deps: ChatDeps; close: () => void };

/** Search within a room, in front of its messages. */
export function InRoom({ room, deps, close }: InRoomProps) {
  const [text, setText] = useState('');
  const find = useFind(deps.reading, text, room.id);
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <search ref={place} className="find-in-room" aria-label={`在${room.name}里搜索`}>
      <div className="find-in-room-field row gap-1">
        <FindField
          field={field}
          words="搜索消息"
          text={text}
          setText={setText}
          close={close}
          goDown={() => place.current?.querySelector<HTMLElement>('a.chat-room')?.focus()}
        />
        <button className="btn quiet btn-sm" type="button" onClick={close}>
          收起
        </button>
      </div>
      {find.sought !== '' && (
        <div className="find-in-room-found">
          <FindResults find={find} meId={deps.me?.id ?? 0} rooms={[room]} leave={close} />
        </div>
      )}
    </search>
  );
}

import type { ChatMessage, ChatPerson, Room } from '@mojian/contract/chat/messages';
import type { Me } from '@mojian/contract/core/sessions';
import { Icon } from '@mojian/ui/icon';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { Empty } from '../../../../ui/empty.tsx';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import type { Chat, ChatState, OpenRoom, Timeline } from '../chat.ts';
import { ChatMenu, useMenu } from './chat-menu.tsx';
import { Log } from './log.tsx';
import { choicesFor, keepsOrder, type Opened, useChoosing } from './menu-choices.tsx';
import { type ToWrite, useRoving, useRowActs } from './row-acts.ts';
import { daysOf, keysOf, spoken } from './rows.ts';
import { useScroll } from './use-scroll.ts';
import './flow.css';

type Props = { chat: Chat; open: OpenRoom; state: ChatState; me: Me | null; toWrite: ToWrite };

/** Shows the messages of the open room with their actions. Fills its container and scrolls within. */
export const Flow = memo(function Flow(props: Props) {
  return <RoomFlow key={props.open.room.id} {...props} />;
});

function RoomFlow({ chat, open, state, me, toWrite }: Props) {
  const viewerId = me?.id ?? 0;
  const { room, timeline, unsent, typing, unreadFrom } = open;
  const { blocked, connection } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fields of the room do not change the rows
  const days = useMemo(
    () => daysOf(open, { id: viewerId, blocked }),
    [timeline.messages, unsent, unreadFrom, room.kind, room.peerReadId, viewerId, blocked],
  );
  const keys = useMemo(() => keysOf(days), [days]);
  const { box, anchor, isAway, seenId, toEnd } = useScroll({ chat, open, viewerId });
  const current = useRoving(box, anchor, keys);
  const menu = useMenu(box, timeline.messages);
  const acts = useRowActs({ chat, toWrite, box, anchor, openMenu: menu.openAt });
  const unseen = timeline.messages.filter(({ id, sender }) => id > seenId && sender.id !== viewerId).length;
  const mayRelease = room.kind === 'group' && keepsOrder(me);
  return (
    <div className="chat-flow column grow">
      <div
        className="chat-log"
        ref={box}
        role="log"
        aria-live="off"
        aria-label={`${room.name}的消息`}
        aria-busy={timeline.isLoading !== null}
      >
        <div className="chat-said">
          {keys.length === 0 ? (
            <NothingYet open={open} again={() => void chat.reload()} />
          ) : (
            <>
              <Beginning timeline={timeline} again={() => void chat.loadOlder()} />
              <Log days={days} current={current} mayRelease={mayRelease} acts={acts} />
              <Ending timeline={timeline} again={() => void chat.loadNewer()} />
            </>
          )}
          <Typing people={typing} />
        </div>
      </div>
      <News messages={timeline.messages} viewerId={viewerId} isLive={connection === 'live' && !timeline.hasNewer} />
      {isAway && <ToEnd unseen={timeline.hasNewer ? room.unread : unseen} go={() => void toEnd()} />}
      <MenuOf chat={chat} open={open} state={state} me={me} toWrite={toWrite} opened={menu.opened} close={menu.close} />
    </div>
  );
}

function ToEnd({ unseen, go }: { unseen: number; go: () => void }) {
  return (
    <button className="chat-to-end float row-inline sub" type="button" onClick={go}>
      <Icon name="down" />
      {unseen > 0 ? `${unseen > 99 ? '99+' : unseen} 条新消息` : '回到最新'}
    </button>
  );
}

type MenuProps = Props & { opened: Opened | undefined; close: () => void };

function MenuOf({ chat, open: { room }, state: { blocked }, me, toWrite, opened, close }: MenuProps) {
  const { run, question } = useChoosing({ chat, toWrite });
  if (!opened) return question;
  const { message, at, from, isByTouch, link } = opened;
  const isBlocked = blocked.has(message.sender.id);
  const items = choicesFor({ message, room, me, isBlocked, isOnLink: link !== undefined, now: chat.now() });
  const choose = (choice: (typeof items)[number]) => {
    close();
    run(choice, opened);
  };
  return (
    <>
      <ChatMenu
        label={`${message.sender.nickname}的消息`}
        items={items}
        at={at}
        row={from.closest('.chat-row')}
        isByTouch={isByTouch}
        choose={choose}
        close={close}
      />
      {question}
    </>
  );
}

/** Status above the oldest loaded message: loading, failed, or the beginning of the room. */
function Beginning({ timeline, again }: { timeline: Timeline; again: () => void }) {
  if (timeline.hasOlder && timeline.failed && timeline.isLoading === null) return <NotFetched again={again} />;
  return <p className="chat-end type-tiny dim">{timeline.hasOlder ? '正在加载更早的消息…' : '这里是开头'}</p>;
}

/** Status below the newest loaded message, while newer ones exist. */
function Ending({ timeline, again }: { timeline: Timeline; again: () => void }) {
  if (!timeline.hasNewer) return null;
  if (timeline.failed && timeline.isLoading === null) return <NotFetched again={again} />;
  return <p className="chat-end type-tiny dim">正在加载后面的消息…</p>;
}

function NotFetched({ again }: { again: () => void }) {
  return (
    <p className="chat-end type-tiny dim">
      加载失败
      <button type="button" onClick={again}>
        重试
      </button>
    </p>
  );
}

/** Placeholder of a room without messages: loading, failed, or empty. */
function NothingYet({ open: { room, timeline }, again }: { open: OpenRoom; again: () => void }) {
  if (timeline.failed)
    return (
      <Empty drawing="torn" title="加载失败">
        <p>网络不好，或是站点正忙。</p>
        <button className="btn btn-sm" type="button" onClick={again}>
          重试
        </button>
      </Empty>
    );
  if (timeline.isLoading !== null || timeline.hasOlder) return <Waiting />;
  return (
    <Empty drawing="leaf" title="还没有人说话">
      {invitation(room) && <p>{invitation(room)}</p>}
    </Empty>
  );
}

/** Invites to write only where the member can. */
function invitation({ kind, name, closed, blocked }: Room) {
  if (closed || blocked) return '';
  return kind === 'group' ? '说第一句吧，茶已经沏上了。' : `和${name}打个招呼吧。`;
}

const widths = ['', 'chat-waiting-short', 'chat-row-own', '', 'chat-row-own chat-waiting-short', 'chat-waiting-short'];

function Waiting() {
  return (
    <div className="chat-waiting stack gap-6" role="status" aria-label="正在加载消息">
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeleton is constant
        <div key={at} className={width}>
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  );
}

/** Names who is typing. Its line is always reserved, so that nothing moves. */
function Typing({ people }: { people: ChatPerson[] }) {
  const [first, second] = people;
  return (
    <div className="chat-typing dim row gap-2-5">
      {first && (
        <>
          <Face name={first.nickname} picture={ownPicture(first.avatar)} size="s" />
          <span>
            <bdi>{first.nickname}</bdi>
            {second && (people.length === 2 ? `和${second.nickname}` : `等 ${people.length} 人`)}正在输入
          </span>
          <i className="row-inline items-stretch gap-1" aria-hidden="true">
            <b />
            <b />
            <b />
          </i>
        </>
      )}
    </div>
  );
}

/** Time for which an announcement stays in the live region, and how many messages it reads out. */
const announcedMs = 4000;
const most = 3;

type NewsProps = { messages: ChatMessage[]; viewerId: number; isLive: boolean };

/** Live region for new messages; older ones that load are not announced. */
function News({ messages, viewerId, isLive }: NewsProps) {
  const newest = useRef<number>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    const last = messages.at(-1);
    const before = newest.current;
    newest.current = Math.max(before ?? 0, last?.id ?? 0);
    if (!last || before === null || last.id <= before || !isLive) return;
    const heard = messages.filter(({ id, sender }) => id > before && sender.id !== viewerId).slice(-most);
    if (heard.length === 0) return;
    setWords(heard.map(spoken).join('；'));
    const timer = setTimeout(setWords, announcedMs, '');
    return () => clearTimeout(timer);
  }, [messages, viewerId, isLive]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {words}
    </p>
  );
}

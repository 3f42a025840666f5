import type { Me } from '@mojian/contract/core/me';
import { Icon } from '@mojian/ui/icon';
import { memo, useMemo } from 'react';
import type { Chat, ChatState, OpenRoom } from '../chat.ts';
import { Beginning, Ending } from './ends.tsx';
import type { ToWrite } from './flow-parts.ts';
import { Log } from './log.tsx';
import { ChatMenu } from './menu/chat-menu.tsx';
import { choicesFor, keepsOrder } from './menu/choices.ts';
import { useChoosing } from './menu/use-choosing.tsx';
import { type Opened, useMenu } from './menu/use-menu.tsx';
import { News } from './news.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { daysOf, keysOf } from './rows.ts';
import { Typing } from './typing.tsx';
import { useRoving } from './use-roving.ts';
import { useRowActs } from './use-row-acts.ts';
import { useScroll } from './use-scroll.ts';
import './flow.css';

type Props = { chat: Chat; open: OpenRoom; state: ChatState; me: Me | null; toWrite: ToWrite };

/** What is said in the open room, and what its reader may do with it. It fills its place and scrolls within. */
export const Flow = memo(function Flow(props: Props) {
  return <RoomFlow key={props.open.room.id} {...props} />;
});

function RoomFlow({ chat, open, state, me, toWrite }: Props) {
  const viewerId = me?.id ?? 0;
  const { room, stretch, unsent, typing, unreadFrom } = open;
  const { blocked, connection } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the room only what is read of it
  const days = useMemo(
    () => daysOf(open, { id: viewerId, blocked }),
    [stretch.messages, unsent, unreadFrom, room.kind, room.peerReadId, viewerId, blocked],
  );
  const keys = useMemo(() => keysOf(days), [days]);
  const { box, keeper, isAway, seenId, toEnd } = useScroll({ chat, open, viewerId });
  const current = useRoving(box, keeper, keys);
  const menu = useMenu(box, stretch.messages);
  const acts = useRowActs({ chat, toWrite, box, keeper, openMenu: menu.openAt });
  const unseen = stretch.messages.filter(({ id, sender }) => id > seenId && sender.id !== viewerId).length;
  const mayRelease = room.kind === 'group' && keepsOrder(me);
  return (
    <div className="chat-flow">
      <div
        className="chat-log"
        ref={box}
        role="log"
        aria-live="off"
        aria-label={`${room.name}的消息`}
        aria-busy={stretch.isLoading !== null}
      >
        <div className="chat-said">
          {keys.length === 0 ? (
            <NothingYet open={open} again={() => void chat.reload()} />
          ) : (
            <>
              <Beginning stretch={stretch} again={() => void chat.loadOlder()} />
              <Log days={days} current={current} mayRelease={mayRelease} acts={acts} />
              <Ending stretch={stretch} again={() => void chat.loadNewer()} />
            </>
          )}
          <Typing people={typing} />
        </div>
      </div>
      <News messages={stretch.messages} viewerId={viewerId} isLive={connection === 'live' && !stretch.hasNewer} />
      {isAway && <ToEnd unseen={stretch.hasNewer ? room.unread : unseen} go={() => void toEnd()} />}
      <MenuOf {...{ chat, open, state, me, toWrite }} opened={menu.opened} close={menu.close} />
    </div>
  );
}

function ToEnd({ unseen, go }: { unseen: number; go: () => void }) {
  return (
    <button className="chat-to-end float" type="button" onClick={go}>
      <Icon name="down" />
      {unseen > 0 ? `${unseen > 99 ? '99+' : unseen} 条新消息` : '回到最新'}
    </button>
  );
}

type MenuProps = Props & { opened: Opened | undefined; close: () => void };

function MenuOf({ chat, open: { room }, state: { blocked }, me, toWrite, opened, close }: MenuProps) {
  const { run, question } = useChoosing({ chat, toWrite });
  if (!opened) return question;
  const { message, at, from, byTouch, link } = opened;
  const isBlocked = blocked.has(message.sender.id);
  const items = choicesFor({ message, room, me, isBlocked, onLink: link !== undefined, now: chat.now() });
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
        byTouch={byTouch}
        choose={choose}
        close={close}
      />
      {question}
    </>
  );
}

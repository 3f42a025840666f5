import type { Room } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import { Icon } from '@mojian/ui/icon';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useHas } from '../../../../site/features-on.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { useSending } from '../../../../ui/use-sending.ts';
import { ReportDialog } from '../../../community/reports/report-dialog.tsx';
import { useDropping } from '../../../core/composer/pictures.ts';
import type { Chat, ChatDeps, ChatState, OpenRoom } from '../chat.ts';
import { ConversationWaiting } from '../chat-waiting.tsx';
import { Flow } from '../flow/flow.tsx';
import type { ToWrite } from '../flow/row-acts.ts';
import { InRoom } from '../rooms/find.tsx';
import type { MenuEntry } from '../rooms/pop-menu.tsx';
import { Composer, type ComposerHandle } from '../write/composer.tsx';
import { ConnectionLine, ConversationHead } from './conversation-head.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { newestOfPeer, type RoomActs } from './use-room-acts.tsx';

type ConversationProps = {
  chat: Chat;
  state: ChatState;
  open: OpenRoom;
  deps: ChatDeps;
  acts: RoomActs;
  goBack: () => void;
};

/** The open room: head, messages, composer. */
export function Conversation({ chat, state, open, deps, acts, goBack }: ConversationProps) {
  const { room } = open;
  const composer = useRef<ComposerHandle>(null);
  const [isFinding, setFinding] = useState(false);
  const { entries, dialog } = useConversationMenu({ chat, state, open, deps, acts });
  const toWrite = useMemo(
    (): ToWrite => ({
      quote: (message) => composer.current?.quote(message),
      call: (person) => composer.current?.call(person),
      putBack: (text) => composer.current?.putBack(text),
    }),
    [],
  );
  const mayWrite = room.closed === '' && !room.blocked;
  const dropping = useDropping(mayWrite ? (files) => composer.current?.addPictures(files) : undefined);
  return (
    <section className="conversation column" aria-label={room.name} {...dropping.on}>
      <ConversationHead
        room={room}
        entries={entries}
        goBack={goBack}
        search={{ isOpen: isFinding, toggle: () => setFinding(!isFinding) }}
      />
      {isFinding && <InRoom room={room} deps={deps} close={() => setFinding(false)} />}
      <ConnectionLine connection={state.connection} />
      <Flow chat={chat} open={open} state={state} me={deps.me} toWrite={toWrite} />
      <RoomStrip room={room} chat={chat} acts={acts} />
      {mayWrite ? (
        <Composer key={room.id} ref={composer} chat={chat} drafts={state.drafts} room={room} reading={deps.reading} />
      ) : (
        !room.blocked && <ClosedStrip why={room.closed} />
      )}
      {dropping.isOver && (
        <p className="conversation-drop accent" aria-hidden="true">
          松手，图片就放进来
        </p>
      )}
      {dialog}
    </section>
  );
}

type StripsProps = { room: Room; chat: Chat; acts: RoomActs };

/** Decision required before writing: a message request, or a blocked member. Shown above the composer. */
function RoomStrip({ room, chat, acts }: StripsProps) {
  if (room.blocked && room.peer) return <BlockedStrip room={room} acts={acts} />;
  if (room.request === 'received') return <RequestStrip room={room} chat={chat} acts={acts} />;
  return null;
}

function RequestStrip({ room, chat, acts }: StripsProps) {
  const { peer, name } = room;
  const { isBusy, send } = useSending();
  return (
    <section className="conversation-strip split row-wrap" aria-label="私聊请求">
      <p>
        <b>{name}</b> 想和你说话。回一句话，也就是接受了。
      </p>
      <p className="card-dialog-actions row items-stretch">
        <button
          className="btn btn-seal btn-sm"
          type="button"
          aria-disabled={isBusy}
          onClick={() => void send(() => chat.accept(room.id))}
        >
          接受
        </button>
        <button className="btn btn-sm" type="button" onClick={() => acts.askToDelete(room)}>
          删除
        </button>
        {peer && (
          <button className="btn quiet btn-sm" type="button" onClick={() => acts.askToBlock(peer)}>
            拉黑
          </button>
        )}
      </p>
    </section>
  );
}

function BlockedStrip({ room: { peer, name }, acts }: Omit<StripsProps, 'chat'>) {
  return (
    <section className="conversation-strip split row-wrap" aria-label="已拉黑">
      <p>
        你拉黑了 <b>{name}</b>，对方的话不会到你这里来。
      </p>
      <p className="card-dialog-actions row items-stretch">
        <button className="btn btn-sm" type="button" onClick={() => peer && acts.unblock(peer)}>
          解除拉黑
        </button>
      </p>
    </section>
  );
}

/** Replaces the composer where the member cannot write. */
function ClosedStrip({ why }: { why: string }) {
  return (
    <p className="conversation-closed dim" role="status">
      {why}
    </p>
  );
}

type NoConversationProps = {
  chat: Chat;
  state: ChatState;
  isSelf: boolean;
  isWanted: boolean;
  isTried: boolean;
  goBack: () => void;
};

/** Shown without an open room: loading, not found, or none chosen. */
export function NoConversation({
  chat,
  state: { rooms, failed, opening },
  isSelf,
  isWanted,
  isTried,
  goBack,
}: NoConversationProps) {
  const isComing = opening || !isTried || (rooms ? !isWanted && rooms.length > 0 : !failed);
  if (isComing && !isSelf) return <ConversationWaiting />;
  return (
    <section className="conversation conversation-none column" aria-label="会话">
      <header className="row gap-3-5">
        <button className="icon-button conversation-back" type="button" aria-label="返回会话" onClick={goBack}>
          <Icon name="left" />
        </button>
      </header>
      <Words chat={chat} failed={failed} isSelf={isSelf} isWanted={isWanted} />
    </section>
  );
}

type WordsProps = Pick<NoConversationProps, 'chat' | 'isSelf' | 'isWanted'> & { failed: boolean };

function Words({ chat, failed, isSelf, isWanted }: WordsProps) {
  const has = useHas();
  if (isSelf)
    return (
      <Empty drawing="leaf" title="这是你自己">
        {has('says') && <p>想记一笔，可以写成说说，仅自己可见。</p>}
        {has('says') && (
          <Link className="btn" to="/newSays">
            写说说
          </Link>
        )}
      </Empty>
    );
  if (failed)
    return (
      <Empty drawing="torn" title="会话加载失败">
        <p>网络打了个盹。</p>
        <button className="btn" type="button" onClick={() => void chat.reload()}>
          重试
        </button>
      </Empty>
    );
  if (isWanted)
    return (
      <Empty drawing="leaf" title="没有这个会话">
        <p>也许这个人已经不在这里了，也许地址少了一个字。</p>
        <Link className="btn" to="/im">
          查看其他会话
        </Link>
      </Empty>
    );
  return (
    <Empty title="还没有会话">
      <p>在一个人的主页上点「私聊」，或在左边找一个名字，就能私聊。</p>
    </Empty>
  );
}

type ConversationMenuOptions = { chat: Chat; state: ChatState; open: OpenRoom; deps: ChatDeps; acts: RoomActs };

/** Menu of the conversation's head, with the dialog it opens. */
function useConversationMenu({ chat, state, open, deps, acts }: ConversationMenuOptions): {
  entries: MenuEntry[];
  dialog: ReactNode;
} {
  const [shown, setShown] = useState<'settings' | 'report'>();
  const close = () => setShown(undefined);
  const last = newestOfPeer(open);
  const report = async (reason: string) => {
    // the refusal was shown in a toast
    if (last && !(await chat.report(last, reason))) throw new Failure('unexpected', '提交失败，请重试');
  };
  const entries: MenuEntry[] = [
    { words: '聊天设置', run: () => setShown('settings') },
    ...(last ? [{ words: `举报 ${open.room.name}`, run: () => setShown('report') }] : []),
    ...acts.entriesOf(open.room),
  ];
  const dialog = (
    <>
      {shown === 'settings' && (
        <SettingsDialog
          chat={chat}
          preferences={state.preferences}
          loadBlocked={() => deps.reading.blocks.list()}
          close={close}
        />
      )}
      {shown === 'report' && <ReportDialog title={`举报 ${open.room.name} 最后说的话`} report={report} close={close} />}
    </>
  );
  return { entries, dialog };
}

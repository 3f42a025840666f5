import { useMemo, useRef, useState } from 'react';
import type { Chat, ChatState, OpenRoom } from '../chat.ts';
import type { ChatParts } from '../chat-parts.ts';
import { Flow } from '../flow/flow.tsx';
import type { ToWrite } from '../flow/flow-parts.ts';
import { InRoom } from '../rooms/in-room.tsx';
import { Composer, type ComposerHandle } from '../write/composer.tsx';
import { useDropping } from '../write/use-dropping.ts';
import { ClosedStrip, RoomStrip } from './strips.tsx';
import { TalkHead } from './talk-head.tsx';
import type { RoomActs } from './use-room-acts.tsx';
import { useTalkMenu } from './use-talk-menu.tsx';

type Props = {
  chat: Chat;
  state: ChatState;
  open: OpenRoom;
  parts: ChatParts;
  acts: RoomActs;
  goBack: () => void;
};

/** The room that is open: whom one talks to, what is said, and where one writes. */
export function Talk({ chat, state, open, parts, acts, goBack }: Props) {
  const { room } = open;
  const composer = useRef<ComposerHandle>(null);
  const [isFinding, setFinding] = useState(false);
  const { entries, dialog } = useTalkMenu({ chat, state, open, parts, acts });
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
    <section className="talk" aria-label={room.name} {...dropping.on}>
      <TalkHead
        room={room}
        entries={entries}
        goBack={goBack}
        search={{ isOpen: isFinding, toggle: () => setFinding(!isFinding) }}
      />
      {isFinding && <InRoom room={room} parts={parts} close={() => setFinding(false)} />}
      <ConnectionLine connection={state.connection} />
      <Flow chat={chat} open={open} state={state} me={parts.me} toWrite={toWrite} />
      <RoomStrip {...{ room, chat, acts }} />
      {mayWrite ? (
        <Composer key={room.id} ref={composer} chat={chat} drafts={state.drafts} room={room} reading={parts.reading} />
      ) : (
        !room.blocked && <ClosedStrip why={room.closed} />
      )}
      {dropping.isOver && (
        <p className="drop-here" aria-hidden="true">
          松手，图片就放进来
        </p>
      )}
      {dialog}
    </section>
  );
}

/** Says that what others say does not come at the moment. */
function ConnectionLine({ connection }: Pick<ChatState, 'connection'>) {
  return (
    <div role="status">
      {connection === 'lost' && <p className="lost-line">连接已断开，正在重连；重连之后，错过的消息都会补上。</p>}
    </div>
  );
}

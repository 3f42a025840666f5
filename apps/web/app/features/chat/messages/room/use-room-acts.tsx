import type { ChatPerson, Room } from '@mojian/contract/chat/messages';
import { type ReactNode, useState } from 'react';
import { toast } from '../../../../ui/toast.ts';
import type { Chat, OpenRoom } from '../chat.ts';
import type { MenuEntry } from '../rooms/pop-menu.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { FootDialog } from './foot-dialog.tsx';

export type RoomActs = {
  entriesOf: (room: Room) => MenuEntry[];
  askToDelete: (room: Room) => void;
  askToBlock: (peer: ChatPerson) => void;
  unblock: (peer: ChatPerson) => void;
  /** Open confirmation dialog. */
  asking: ReactNode;
};

type RoomActsRequest = { room: Room } | { peer: ChatPerson };

type RoomActsOptions = {
  chat: Chat;
  markRead: (room: Room) => void;
  /** Called when the open room was deleted. */
  onDeleted: (room: Room) => void;
};

/** Actions on rooms; irreversible ones ask for confirmation first. */
export function useRoomActs({ chat, markRead, onDeleted }: RoomActsOptions): RoomActs {
  const [pending, setPending] = useState<RoomActsRequest>();
  const remove = async (room: Room) => {
    setPending(undefined);
    if (await chat.deleteRoom(room.id)) onDeleted(room);
  };
  const block = async ({ id, nickname }: ChatPerson) => {
    setPending(undefined);
    if (!(await chat.block(id))) return;
    toast('success', `已拉黑 ${nickname}`, { words: '撤销', run: () => void chat.unblock(id) });
  };
  const unblock = async ({ id, nickname }: ChatPerson) => {
    if (await chat.unblock(id)) toast('success', `已解除对 ${nickname} 的拉黑`);
  };
  const entriesOf = (room: Room): MenuEntry[] => [
    ...(room.unread > 0 ? [{ words: '标为已读', run: () => markRead(room) }] : []),
    { words: room.muted ? '恢复消息提醒' : '消息免打扰', run: () => void chat.mute(room.id, !room.muted) },
    ...blocking(room),
    ...(room.kind === 'private' ? [{ words: '删除会话', run: () => setPending({ room }), isDestructive: true }] : []),
  ];
  const blocking = ({ peer, blocked }: Room): MenuEntry[] => {
    if (!peer) return [];
    if (blocked) return [{ words: '解除拉黑', run: () => void unblock(peer) }];
    return [{ words: '拉黑', run: () => setPending({ peer }), isDestructive: true }];
  };
  return {
    entriesOf,
    askToDelete: (room) => setPending({ room }),
    askToBlock: (peer) => setPending({ peer }),
    unblock: (peer) => void unblock(peer),
    asking: pending && (
      <Question chat={chat} pending={pending} remove={remove} block={block} close={() => setPending(undefined)} />
    ),
  };
}

type QuestionProps = {
  chat: Chat;
  pending: RoomActsRequest;
  remove: (room: Room) => Promise<void>;
  block: (peer: ChatPerson) => Promise<void>;
  close: () => void;
};

function Question({ chat, pending, remove, block, close }: QuestionProps) {
  if ('peer' in pending)
    return (
      <BlockDialog
        chat={chat}
        peer={pending.peer}
        said={lastOf(chat, pending.peer)}
        block={(peer) => void block(peer)}
        close={close}
      />
    );
  const { name, peer } = pending.room;
  return (
    <FootDialog
      question={`删除与${name}的会话？`}
      face={{ name: peer?.nickname ?? name, picture: peer?.avatar ?? '' }}
      lines={[
        { icon: 'x', words: '记录只在你这里删除，不能恢复；对方那里还在。' },
        { icon: 'chat', words: '对方再说话，会话会回来。' },
      ]}
      no="留着"
      yes="删除"
      onYes={() => void remove(pending.room)}
      close={close}
    />
  );
}

/** The last thing that the person said in the open room. */
function lastOf(chat: Chat, { id }: ChatPerson) {
  const open = chat.state().open;
  return open && open.room.peer?.id === id ? newestOfPeer(open) : undefined;
}

/** Reports refer to a message. */
export function newestOfPeer({ room, timeline }: OpenRoom) {
  if (room.kind !== 'private') return undefined;
  return timeline.messages.findLast(({ sender, state }) => sender.id === room.peer?.id && state === 'shown');
}

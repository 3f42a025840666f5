import type { ChatMessage, ChatPerson, Room } from '@mojian/contract/chat/messages';

/** Test fixtures: people, rooms, messages. */
export const lin = { id: 2, nickname: '小林', avatar: '', badge: null } satisfies ChatPerson;
export const ming = { id: 3, nickname: '阿明', avatar: '', badge: null } satisfies ChatPerson;

export const groupId = 1;
export const privateId = 8;

export function said(id: number, change: Partial<ChatMessage> = {}): ChatMessage {
  const nothing = { picture: null, quote: null, place: '', key: null };
  const createdAt = new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString();
  const message = { id, seq: id, roomId: groupId, sender: ming, pieces: [{ text: `第${id}句` }], createdAt };
  return { ...message, state: 'shown', ...nothing, ...change };
}

export function room(id: number, change: Partial<Room> = {}): Room {
  const isGroup = id === groupId;
  return {
    id,
    kind: isGroup ? 'group' : 'private',
    name: isGroup ? '聊天室' : '阿明',
    peer: isGroup ? null : ming,
    online: isGroup ? null : false,
    last: null,
    unread: 0,
    readId: 0,
    peerReadId: null,
    called: false,
    request: null,
    blocked: false,
    muted: false,
    closed: '',
    members: isGroup ? 2 : null,
    present: isGroup ? 1 : null,
    ...change,
  };
}

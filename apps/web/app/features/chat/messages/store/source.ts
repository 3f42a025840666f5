import type { ChatMessage, ChatPage, ChatPreferences, Room } from '@mojian/contract/chat/messages';
import type { ChatParts } from '../chat-parts.ts';

type Place = { before?: string; after?: string; around?: number };
type Rooms = { data: Room[]; extra: { seq: number; blocked: number[]; preferences: ChatPreferences } };

/** Where rooms and messages come from. */
export type Source = {
  rooms: () => Promise<Rooms>;
  page: (roomId: number, place: Place) => Promise<ChatPage>;
  /** Everything new or changed after a number; null for a visitor, who asks for the newest page instead. */
  changes: ((seq: number) => Promise<{ records: ChatMessage[]; seq: number; more: boolean }>) | null;
};

export function memberSource({ chat }: ChatParts['reading']): Source {
  return {
    rooms: chat.rooms,
    page: (roomId, place) => chat.history({ query: { roomId, ...place } }),
    changes: (seq) => chat.changes({ query: { seq } }),
  };
}

/** A visitor is not told the group's number. */
const visitorsRoom = 0;

/** The group alone, for those who are not logged in. */
export function visitorSource({ chat }: ChatParts['reading'], groupName: string): Source {
  const page = async (place: Place) => {
    const { records, ...rest } = await chat.group({ query: place });
    return { ...rest, records: records.map(inVisitorsRoom) };
  };
  return {
    rooms: async () => {
      const { seq } = await page({});
      return { data: [groupOf(groupName)], extra: { seq, blocked: [], preferences: nothingShown } };
    },
    page: (_roomId, place) => page(place),
    changes: null,
  };
}

export function inVisitorsRoom(message: ChatMessage): ChatMessage {
  return { ...message, roomId: visitorsRoom };
}

const nothingShown: ChatPreferences = { receipts: false, typing: false, presence: false };

function groupOf(name: string): Room {
  const nothing = {
    peer: null,
    online: null,
    last: null,
    peerReadId: null,
    request: null,
    members: null,
    present: null,
  };
  const off = { unread: 0, readId: 0, called: false, blocked: false, muted: false };
  return { id: visitorsRoom, kind: 'group', name, closed: '登录之后可以发言', ...nothing, ...off };
}

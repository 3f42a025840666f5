import type { LiveEvent } from '@mojian/client/live-event';
import type { ChatMessage, ChatPerson } from '@mojian/contract/chat/messages';
import type { CatchUp } from './catch-up.ts';
import type { Core } from './core.ts';
import type { Listing } from './listing.ts';
import { changeRoom, withPresence, withRead } from './room-list.ts';
import { inVisitorsRoom } from './source.ts';
import type { TakeIn } from './take-in.ts';
import { stillTyping, withTypist } from './typists.ts';

type Parts = { core: Core; listing: Listing; takeIn: TakeIn; catchUp: CatchUp; onResumed: () => void };

/** What the store does with each thing it hears. */
export function createHearing({ core, listing, takeIn, catchUp, onResumed }: Parts) {
  const { box, sequence, meId } = core;

  const mayHaveMissed = ({ id }: LiveEvent) => {
    sequence.cut();
    if ((sequence.upTo() ?? -1) >= id) sequence.filled(sequence.hole());
    else void catchUp.run();
  };
  const acts: Record<string, (event: LiveEvent) => void> = {
    hello: mayHaveMissed,
    reset: mayHaveMissed,
    resumed: onResumed,
    chat: ({ data }) => {
      const message = meId === 0 ? inVisitorsRoom(data as ChatMessage) : (data as ChatMessage);
      if (sequence.heard(message.seq)) takeIn(message);
    },
    typing: ({ id, of = 0 }) => typing(core, id, of),
    read: ({ id, of = 0 }) => changeRooms(of, (room) => ({ ...room, peerReadId: Math.max(room.peerReadId ?? 0, id) })),
    'read-own': ({ id, of = 0 }) => {
      const { open, blocked } = box.get();
      if (open?.room.id !== of) listing.askSoon();
      changeRooms(of, (room) => withRead(room, id, open?.stretch.messages ?? [], { meId, blocked }));
    },
    room: () => listing.askSoon(),
    presence: ({ data }) => {
      const { on, off } = data as { on: number[]; off: number[] };
      const { rooms } = box.get();
      if (rooms) box.set({ rooms: withPresence(rooms, on, off) });
    },
  };

  function changeRooms(id: number, change: Parameters<typeof changeRoom>[2]) {
    box.set({ rooms: changeRoom(box.get().rooms, id, change) });
  }

  return (event: LiveEvent) => acts[event.type]?.(event);
}

const somebody: Omit<ChatPerson, 'id'> = { nickname: '有人', avatar: '', badge: null };

/** Somebody types. Who it is, is known where they have said something before, or where the room is theirs. */
function typing({ box, meId, clock, left }: Core, id: number, roomId: number) {
  const { open, rooms, typists, preferences } = box.get();
  if (id === meId || !preferences.typing) return;
  const known = open?.room.id === roomId ? open.stretch.messages.findLast(({ sender }) => sender.id === id) : undefined;
  const peer = rooms?.find((room) => room.id === roomId)?.peer;
  const person = known?.sender ?? (peer?.id === id ? peer : { ...somebody, id });
  box.set({ typists: withTypist(typists, roomId, person, clock.now()) });
  const timer = setTimeout(() => {
    const before = box.get().typists;
    const after = stillTyping(before, clock.now());
    if (after !== before) box.set({ typists: after });
  }, 6100);
  left.addEventListener('abort', () => clearTimeout(timer));
}

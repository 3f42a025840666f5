import type { ChatMessage, Room } from '@mojian/contract/chat';
import type { Core } from './core.ts';
import { withRead, withSpoken } from './room-list.ts';

/** Milliseconds: several changes that only the server can count are asked for together. */
const gathering = 300;

export type Listing = ReturnType<typeof createListing>;

/** The list of rooms, kept as the server would give it. */
export function createListing(core: Core) {
  const { box, recent, sequence } = core;
  let asked = 0;
  let upTo = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** @throws Failure when no list came. */
  async function load() {
    asked += 1;
    const turn = asked;
    try {
      const { answer, since } = await recent.during(core.source.rooms);
      if (turn !== asked || core.left.aborted) return answer.extra;
      const { seq, blocked, preferences } = answer.extra;
      if (sequence.upTo() === undefined) sequence.reached(seq);
      upTo = seq;
      box.set({ rooms: answer.data.map(asRead), failed: false, blocked: new Set(blocked), preferences });
      for (const message of since) spoken(message);
      return answer.extra;
    } catch (error) {
      if (turn === asked) box.set({ failed: true });
      throw error;
    }
  }

  /** What was read here a moment ago stays read, also where the list does not know of it yet. */
  function asRead(room: Room) {
    const { rooms, blocked } = box.get();
    const readId = rooms?.find(({ id }) => id === room.id)?.readId ?? 0;
    return withRead(room, readId, knownOf(room.id), { blocked, meId: core.meId });
  }

  function spoken(message: ChatMessage) {
    const { rooms, blocked } = box.get();
    if (!rooms || message.seq <= upTo) return;
    const changed = withSpoken(rooms, message, { meId: core.meId, blocked });
    if (changed) box.set({ rooms: changed });
    else askSoon();
  }

  function knownOf(roomId: number) {
    const { open } = box.get();
    return open?.room.id === roomId ? open.stretch.messages : [];
  }

  function askSoon() {
    clearTimeout(waiting);
    waiting = setTimeout(() => void load().catch(() => {}), gathering);
  }

  core.left.addEventListener('abort', () => clearTimeout(waiting));
  return { load, spoken, askSoon };
}

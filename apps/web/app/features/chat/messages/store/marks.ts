import { waitFor } from '@mojian/client/live-pause';
import type { Core } from './core.ts';
import { changeRoom, withRead } from './room-list.ts';

/** Milliseconds between two calls that tell how far the member has read. */
const pause = 1000;

/** How far the member has read: shown at once, told to the server now and then, and only while they look. */
export function createMarks(core: Core) {
  const { box, marks, around, meId } = core;
  let wanted: { roomId: number; id: number } | undefined;
  let isTelling = false;

  function read() {
    if (!wanted || !around.isLookedAt()) return;
    const { roomId, id } = wanted;
    const { rooms, open, blocked } = box.get();
    wanted = undefined;
    const room = rooms?.find((one) => one.id === roomId);
    if (!room || id <= room.readId) return;
    const known = open?.room.id === roomId ? open.stretch.messages : [];
    box.set({ rooms: changeRoom(rooms, roomId, (one) => withRead(one, id, known, { meId, blocked })) });
    marks.set(roomId, id);
    void tell();
  }

  /** What did not arrive stays among the marks until the connection is back. */
  async function tell() {
    if (isTelling) return;
    isTelling = true;
    for (let went = true; went && marks.size > 0; ) {
      went = (await Promise.all([...marks].map(tellOf))).every(Boolean);
      await waitFor(pause, core.left);
    }
    isTelling = false;
  }

  async function tellOf([roomId, id]: [number, number]) {
    try {
      await core.parts.reading.chat.read({ query: { roomId, id } });
      if (marks.get(roomId) === id) marks.delete(roomId);
      return true;
    } catch {
      return false;
    }
  }

  core.left.addEventListener('abort', around.watchLooks(read));
  return {
    seen(id: number) {
      const { open } = box.get();
      if (!open || meId === 0) return;
      const before = wanted?.roomId === open.room.id ? wanted.id : 0;
      wanted = { roomId: open.room.id, id: Math.max(before, id) };
      read();
    },
    tellAgain: () => void tell(),
  };
}

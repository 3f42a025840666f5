import type { Core } from './core.ts';

/** Milliseconds between two signs that the member is typing. */
const pause = 3000;

/** Tells the others in the open room that the member is typing, where the member wants them to know. */
export function createTyping({ box, parts, meId }: Core) {
  let last = { roomId: 0, at: -pause };
  return () => {
    const { open, preferences } = box.get();
    const now = performance.now();
    if (!open || meId === 0 || !preferences.typing) return;
    if (open.room.id === last.roomId && now - last.at < pause) return;
    last = { roomId: open.room.id, at: now };
    // a sign that does not arrive is no matter
    parts.reading.chat.typing({ body: { roomId: open.room.id } }).catch(() => {});
  };
}

import type { Hold } from './keeper.ts';

/** Where its reader was in each room, for as long as the tab lives; nothing for those who were at its end. */
const places = new Map<string, Hold>();

export function keepPlace(viewerId: number, roomId: number, hold: Hold | undefined) {
  const name = `${viewerId} ${roomId}`;
  if (hold) places.set(name, hold);
  else places.delete(name);
}

export function keptPlace(viewerId: number, roomId: number): Hold | undefined {
  return places.get(`${viewerId} ${roomId}`);
}

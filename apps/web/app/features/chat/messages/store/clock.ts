import { readKept, writeKept } from '../../../../kept-json.ts';

const name = 'chat clock';
/** Milliseconds: the way a message takes is no fault of the clock. */
const tolerance = 3000;

export type Clock = ReturnType<typeof createClock>;

/** The server's clock, as far as it can be told from what it says: the device's may be hours off. */
export function createClock(deviceNow: () => number = Date.now) {
  let offset = readKept<number>('sessionStorage', name) ?? 0;
  const keep = (found: number) => {
    offset = Math.abs(found) < tolerance ? 0 : found;
    writeKept('sessionStorage', name, offset);
  };
  return {
    now: () => deviceNow() + offset,
    /** Somebody's message: whatever the device believes, it is not from the future. */
    seen(createdAt: string) {
      const least = Date.parse(createdAt) - deviceNow();
      if (least > offset + tolerance) keep(least);
    },
    /** A message the server made just now. */
    madeNow(createdAt: string) {
      keep(Date.parse(createdAt) - deviceNow());
    },
  };
}

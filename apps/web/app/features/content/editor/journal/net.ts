import { readKept, writeKept } from '../../../../kept-json.ts';
import type { Entry } from './entry.ts';

/** Characters of text that are written at once, between two keys, without being felt. */
const fits = 30_000;
const place = (name: string) => `mojian:desk:${name}`;

/**
 * The small synchronous store under the large one: it holds what was typed in the moments the other takes to write, and
 * everything where the other cannot be had.
 */
export const net = {
  read: (name: string) => readKept<Entry>('localStorage', place(name)),
  drop: (name: string) => writeKept('localStorage', place(name), undefined),
  fits: ({ content }: Entry) => content.markdown.length <= fits,

  /** Whether it is kept: the store may be full or closed. */
  write(entry: Entry) {
    writeKept('localStorage', place(entry.name), entry);
    return net.read(entry.name)?.at === entry.at;
  },

  /** All of them, of whoever wrote in this browser. */
  list(): Entry[] {
    try {
      const names = Object.keys(localStorage).filter((key) => key.startsWith(place('')));
      return names.flatMap((key) => net.read(key.slice(place('').length)) ?? []);
    } catch {
      return [];
    }
  },
};

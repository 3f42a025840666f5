import { segmentWords } from './analyse.ts';
import { visible } from './visible.ts';

/** Letters of one entry, and entries of one name: a longer name is found by its beginning. */
const longest = 8;
const most = 24;

/** Letters of a search by initials, two to eight without blanks; undefined for any other text. */
export function initialsTyped(text: string) {
  return /^[a-z]{2,8}$/i.test(text) ? text.toLowerCase() : undefined;
}

export type SpellInitials = (name: string) => string[];

/**
 * Loads the dictionary of pronunciations, which is large, and returns a function of names: first letters of the
 * syllables from each word on. 墨笺的由来 is mjdyl, dyl and yl; each is found by its beginning.
 */
export async function loadInitials(): Promise<SpellInitials> {
  const { pinyin } = await import('pinyin-pro');
  const initialsOf = (run: string) =>
    pinyin(run, { pattern: 'first', toneType: 'none', type: 'array' }).map((one) => one.charAt(0).toLowerCase());
  return (name) => {
    const found = (visible(name).match(/\p{Script=Han}{2,}/gu) ?? []).flatMap((run) => {
      const initials = initialsOf(run);
      const starts = [...segmentWords(run)].map(({ index }) => Array.from(run.slice(0, index)).length);
      return starts.map((start) => initials.slice(start, start + longest).join(''));
    });
    return [...new Set(found.filter((initials) => /^[a-z]{2,}$/.test(initials)))].slice(0, most);
  };
}

/** A to Z by the first character's pronunciation or letter; # for digits, signs and other scripts. */
export async function initialOf(name: string) {
  const [first = ''] = visible(name).normalize('NFKD').toUpperCase();
  if (/[A-Z]/.test(first)) return first;
  if (!/\p{Script=Han}/u.test(first)) return '#';
  const { pinyin } = await import('pinyin-pro');
  const [initial = ''] = pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' });
  return /^[a-z]/i.test(initial) ? initial.charAt(0).toUpperCase() : '#';
}

import type { Settings } from '../settings/settings.ts';
import { lettersOf } from './letters.ts';
import { WordFinder } from './word-finder.ts';

type Rules = Settings['moderation'];
type Finders = { masked: WordFinder; held: WordFinder };

const finders = new WeakMap<Rules, Finders>();

/** The owner's words in a text. Settings stay the same object until they change: the finders are built once for each. */
export function findWords(rules: Rules, text: string) {
  const known = finders.get(rules) ?? { masked: new WordFinder(rules.mask), held: new WordFinder(rules.hold) };
  finders.set(rules, known);
  const letters = lettersOf(text);
  return {
    masked: known.masked.find(letters),
    held: [...new Set(known.held.find(letters).map(({ word }) => word))],
  };
}

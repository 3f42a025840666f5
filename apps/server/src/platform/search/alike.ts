import { analyse } from './analyse.ts';

/** A word that stands in as many documents says nothing of what one is about. */
export const commonFrom = 100;

const wordsAtMost = 32;
const sharedAtLeast = 2;
const titleWeight = 2;

export type Hit = { word: number; id: number };
export type Alike = { id: number; likeness: number };

/** What a text is about, the most telling first: the words of two characters and more of its title, then of the rest. */
export function tellingWords({ title, text }: { title: string; text: string }) {
  const inTitle = new Set(analyse(title).filter(isTelling));
  const words = [...new Set([...inTitle, ...analyse(text).filter(isTelling)])].slice(0, wordsAtMost);
  return words.map((word) => ({ word, weight: inTitle.has(word) ? titleWeight : 1 }));
}

/**
 * How much of what the words tell each document shares, from 0 to 1, the most alike first. The rarer a word, the more it
 * tells. Documents that share one word by chance are left out.
 */
export function rankAlike(words: { weight: number }[], hits: Hit[], besides: number): Alike[] {
  const told = new Map<number, number>();
  for (const [word, places] of Map.groupBy(hits, (hit) => hit.word)) {
    const others = places.filter(({ id }) => id !== besides).length;
    if (others > 0 && places.length < commonFrom)
      told.set(word, (words[word]?.weight ?? 0) * Math.log(commonFrom / others));
  }

  const whole = sumOf([...told.values()]);
  const ranked: Alike[] = [];
  for (const [id, shared] of Map.groupBy(hits, (hit) => hit.id)) {
    const values = shared.flatMap(({ word }) => told.get(word) ?? []);
    if (id !== besides && values.length >= sharedAtLeast) ranked.push({ id, likeness: sumOf(values) / whole });
  }
  return ranked.sort((a, b) => b.likeness - a.likeness || b.id - a.id);
}

function sumOf(values: number[]) {
  return values.reduce((sum, value) => sum + value, 0);
}

function isTelling(word: string) {
  return word.length > 1;
}

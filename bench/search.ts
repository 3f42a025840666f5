import { createSearch } from '../apps/server/src/search/search.ts';
import type { Corpus } from './corpus.ts';

const rounds = 400;

/** Milliseconds of a first page of results for two-character words from rare to very frequent. Closes the database. */
export async function measureSearch(db: Corpus) {
  const search = createSearch('sqlite');
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await search.find(db, word(round), { limit: 10, offset: 0 });
    if (round >= rounds / 10) times.push(performance.now() - begun); // the first tenth warms up
  }
  await db.destroy();
  times.sort((a, b) => a - b);
  const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 100) / 100;
  return { p50: at(0.5), p99: at(0.99) };
}

function word(round: number) {
  const rank = (step: number) => 0x4e00 + Math.floor(((round * step) % 97) ** 1.6);
  return String.fromCodePoint(rank(31), rank(57));
}

import { searchArticles } from '../../apps/server/src/content/articles/search-articles.ts';
import { createSearch } from '../../apps/server/src/platform/search/search.ts';
import type { Corpus } from '../corpus.ts';

const rounds = 400;
const search = createSearch('sqlite');

/**
 * CPU milliseconds of a first page of results: for two-character words from rare to very frequent, and for the worst
 * input strangers can type. Closes the database.
 */
export async function measureSearch(db: Corpus) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const time = await timeOf(db, word(round));
    if (round >= rounds / 10) times.push(time); // the first tenth warms up
  }
  const worst: [number, string][] = [];
  for (const text of strange()) worst.push([await timeOf(db, text), text]);
  await db.destroy();
  times.sort((a, b) => a - b);
  worst.sort(([a], [b]) => b - a);
  const at = (part: number) => rounded(times[Math.floor(times.length * part)] ?? 0);
  const [longest = 0, text = ''] = worst[0] ?? [];
  return { p50: at(0.5), p99: at(0.99), longest: rounded(longest), of: text.slice(0, 20) };
}

async function timeOf(db: Corpus, text: string) {
  const begun = process.cpuUsage();
  await searchArticles({ db, search }, { keyword: text, typed: text, pageNo: 1, pageSize: 10 });
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

function word(round: number) {
  return String.fromCodePoint(rank(round * 31), rank(round * 57));
}

function rank(step: number) {
  return 0x4e00 + Math.floor((step % 97) ** 1.6);
}

/** Worst inputs: every common character at once, questions, symbols, and a whole URL's length. */
function strange() {
  const common = Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  return [
    common.join(''),
    common.join(' '),
    `${common.slice(0, 20).join('')}怎样${common.slice(20, 60).join('')}`,
    common[0] ?? '',
    common.slice(0, 2).join(' '),
    'a',
    'x'.repeat(100),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    '1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1',
    '+'.repeat(8000),
    '長'.repeat(5000),
    '备 '.repeat(3000),
    'qzxw yyvk',
  ];
}

function rounded(milliseconds: number) {
  return Math.round(milliseconds * 100) / 100;
}

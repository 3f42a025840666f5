import { sql } from 'kysely';
import type { Db, Trx } from '../../apps/server/src/platform/db/schema.ts';

/** Search before record 024, in a table of its own, for comparison. */
const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`;
const runs = new RegExp(`(?<cjk>[${cjk}]+)|[[\\p{L}\\p{N}\\p{M}]--[${cjk}]]+`, 'gv');
const ranks = ['title', 'title summary', 'title summary frequent', 'title summary frequent body'];

export async function beginBefore(db: Db) {
  await sql`create virtual table before using fts5(title, summary, frequent, body, content='', contentless_delete=1,
    detail=column, tokenize='ascii')`.execute(db);
}

export async function putBefore(
  trx: Trx,
  { id, title, summary, body }: { id: number } & Record<string, string | number>,
) {
  const words = (text: unknown) => [...new Set(analyse(String(text)))].join(' ');
  await sql`insert into before (rowid, title, summary, frequent, body)
    values (${id}, ${words(title)}, ${words(summary)}, ${frequent(analyse(String(body))).join(' ')}, ${words(body)})`.execute(
    trx,
  );
}

/** First results for a keyword, stripped of white space as the screen did. */
export async function findBefore(db: Db, keyword: string, limit: number) {
  const found = runsOf(keyword);
  const last = found.findLast(({ chinese }) => !chinese);
  const words = found
    .filter((run) => run !== last)
    .flatMap(({ text, chinese }) => (chinese && [...text].length > 1 ? pairs(text) : [text]));
  const terms = [...[...new Set(words)].map(quoted), ...(last ? [`${quoted(last.text)} *`] : [])].join(' AND ');
  const ids: number[] = [];
  for (const [place, rank] of ranks.entries()) {
    if (!terms || ids.length >= limit) break;
    const within = (columns: string) => `({${columns}} : (${terms}))`;
    const match = place > 0 ? `${within(rank)} NOT ${within(ranks[place - 1] ?? '')}` : within(rank);
    const { rows } = await sql<{ id: number }>`select rowid as id from before where before match ${match}
      order by rowid desc limit ${limit - ids.length}`.execute(db);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

function analyse(text: string) {
  return runsOf(text).flatMap(({ text: word, chinese }) => (chinese ? [...word, ...pairs(word)] : [word]));
}

function runsOf(text: string) {
  const found = text.normalize('NFKC').toLowerCase().matchAll(runs);
  return Array.from(found, ([word, chinese]) => ({ text: word, chinese: chinese !== undefined }));
}

function pairs(run: string) {
  const characters = [...run];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

function frequent(words: string[]) {
  const counts = new Map<string, number>();
  for (const word of words) if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= 3).map(([word]) => word);
}

function quoted(word: string) {
  return `"${word.replaceAll('"', '""')}"`;
}

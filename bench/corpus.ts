import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/db/open.ts';
import type { Db, Trx } from '../apps/server/src/platform/db/schema.ts';
import { createSearch } from '../apps/server/src/platform/search/search.ts';

const articles = 10_000;
const charactersEach = 3000;
const hour = 3_600_000;
const atOnce = 200;

/** Opens a database of 10,000 generated Chinese articles, created on first use. */
export async function openCorpus(file: string) {
  if (existsSync(file)) return openDatabase(file);
  mkdirSync(dirname(file), { recursive: true });
  const db = openDatabase(`${file}.part`);
  await migrate(db, 'sqlite');
  await db.insertInto('users').values(author).execute();
  for (let first = 1; first <= articles; first += atOnce) await db.transaction().execute((trx) => write(trx, first));
  await db.destroy();
  renameSync(`${file}.part`, file);
  return openDatabase(file);
}

const author = { nickname: '试', email: null, passwordHash: null, role: 'owner', createdAt: 0 } as const;
const search = createSearch('sqlite');

async function write(trx: Trx, first: number) {
  for (let id = first; id < first + atOnce; id++) {
    const title = sentence(id, 12);
    const summary = sentence(id + 7, 60);
    const body = sentence(id + 13, charactersEach);
    await trx
      .insertInto('articles')
      .values(row(title, summary, body, id))
      .execute();
    await search.index(trx, { id, date: id * hour, title, summary, body });
  }
}

function row(title: string, summary: string, body: string, id: number) {
  const html = `<p>${body}</p>`;
  const times = { publishedAt: id * hour, updatedAt: id * hour, createdAt: id * hour, removedAt: null };
  const texts = { title, summary, markdown: body, html, openingHtml: html, headings: '[]', openingHeadings: '[]' };
  const origin = { importKey: null, importHash: null };
  return {
    authorId: 1,
    categoryId: null,
    ...texts,
    words: charactersEach,
    state: 'published',
    ...times,
    ...origin,
  } as const;
}

/** Chinese-like text with a natural character frequency, the same in every run. */
export function sentence(seed: number, length: number) {
  let state = (seed * 2_654_435_761) >>> 0;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length }, (_, at) => (at % 17 === 16 ? '，' : character(random()))).join('');
}

/** The body of article n in paragraphs of 300 characters. */
export function paragraphs(n: number) {
  return sentence(n + 13, charactersEach).match(/.{1,300}/gu) ?? [];
}

function character(chance: number) {
  return String.fromCodePoint(0x4e00 + Math.floor(chance ** 3 * 3500));
}

export type Corpus = Db;

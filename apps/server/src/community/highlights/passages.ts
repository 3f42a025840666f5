import type { Passage, QuoteInput } from '@mojian/contract/community/highlights';
import { Failure } from '@mojian/contract/platform/failures';
import { type Characters, charactersOf, findQuote, type Quote, quoteOf } from '@mojian/markdown/find-quote';
import { readText } from '../../content/articles/articles.ts';
import type { Reader } from '../../content/articles/unlocks.ts';
import { plainTextOfHtml } from '../../content/text/plain-text.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { renewPages } from '../../platform/render/page-changes.ts';
import * as queries from './highlights.queries.ts';

/** Characters of an article as far as the reader may read it. @throws Failure not-found unless it is published. */
export async function readCharacters(db: Db, reader: Reader, articleId: number) {
  const article = await readText(db, reader, articleId);
  if (!article.isPublished) throw new Failure('not-found', '文章不存在或尚未发布');
  const isOff = article.highlights === 'off';
  return { ...charactersOf(plainTextOfHtml(article.html)), locked: article.locked, isOff };
}

export function quoteOfRow({ words, wordsBefore, wordsAfter, position }: queries.PassageRow): Quote {
  return { words, before: wordsBefore, after: wordsAfter, position };
}

/**
 * Finds a quoted sentence in the text its reader sees, and returns it as the article spells it: nothing is stored that
 * the article does not say. @throws Failure naming `quote.words`, or
 * `articleId` where the author switched it off
 */
export async function requireQuote(db: Db, reader: Reader, articleId: number, quote: QuoteInput) {
  const characters = await readCharacters(db, reader, articleId);
  if (characters.isOff) throw new Failure('not-allowed', '作者没有开放这一篇的划线与想法', 'articleId');
  const found = findQuote(characters, quote) ?? findQuote(characters, { ...quote, before: '', after: '' });
  if (!found) throw new Failure('invalid-input', '文章里没有这一句，可能刚刚改过，请刷新后再选', 'quote.words');
  if (found.end - found.start < 2) throw new Failure('invalid-input', '至少选两个字', 'quote.words');
  return quoteOf(characters, found.start, found.end);
}

/** Stores a passage once; the first of an article tells its page that there are some. */
export async function storePassage(trx: Trx, articleId: number, { words, before, after, position }: Quote) {
  const isFirst = !(await queries.hasPassages(trx, articleId));
  const row = { articleId, words, wordsBefore: before, wordsAfter: after, position };
  const { id } = await queries.storePassageRow(trx, row);
  if (isFirst) await renewPages(trx, [`article:${articleId}`]);
  return id;
}

type Found = { start: number; end: number; ids: number[]; people: number; thoughts: number };

/** Characters of a joined passage. */
const longest = 600;
const mostShown = 8;

/** Joins passages that overlap and returns those that most people marked or wrote about, in the order of the text. */
export async function joinPassages(db: Db, characters: Characters, passages: Found[]): Promise<Passage[]> {
  const joined: Found[] = [];
  for (const passage of passages.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    const isApart = !last || passage.start >= last.end || Math.max(passage.end, last.end) - last.start > longest;
    if (isApart) joined.push({ ...passage });
    else {
      last.end = Math.max(last.end, passage.end);
      last.ids = [...last.ids, ...passage.ids];
      last.people += passage.people;
      last.thoughts += passage.thoughts;
    }
  }
  const most = joined.toSorted((a, b) => b.people - a.people || b.thoughts - a.thoughts).slice(0, mostShown);
  const shown = most.toSorted((a, b) => a.start - b.start);
  return Promise.all(
    shown.map(async ({ start, end, ids, people, thoughts }) => ({
      ids,
      ...quoteOf(characters, start, end),
      people: ids.length > 1 ? await queries.countPeople(db, ids) : people,
      thoughts,
    })),
  );
}

type About = { passageId: number | null };

/** Tells of each of these comments which sentence it is about: none where the viewer may not read the sentence. */
export async function quotesOf(db: Db, reader: Reader, articleId: number, comments: About[]) {
  const ids = [...new Set(comments.map(({ passageId }) => passageId))].filter((id) => id !== null);
  if (ids.length === 0) return () => null;
  const rows = await queries.listPassagesById(db, ids);
  const characters = await readCharacters(db, reader, articleId);
  const quotes = rows.flatMap((row) => {
    const found = findQuote(characters, quoteOfRow(row));
    return found || !characters.locked ? [[row.id, { words: row.words, changed: !found }] as const] : [];
  });
  const quoteById = new Map(quotes);
  return ({ passageId }: About) => quoteById.get(passageId ?? 0) ?? null;
}

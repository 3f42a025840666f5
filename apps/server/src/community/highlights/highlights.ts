import type { OwnHighlight, QuoteInput } from '@mojian/contract/community/highlights';
import { commentingOf, stricter } from '@mojian/contract/core/modes';
import { Failure } from '@mojian/contract/platform/failures';
import { findQuote } from '@mojian/markdown/find-quote';
import { publishedArticle } from '../../content/articles/acts.ts';
import type { Reader } from '../../content/articles/unlocks.ts';
import { lockMember } from '../../core/identity/user-rows.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { renewPages } from '../../platform/render/page-changes.ts';
import * as queries from './highlights.queries.ts';
import { joinPassages, quoteOfRow, readCharacters, requireQuote, storePassage } from './passages.ts';

/** Highlights of one member in one article. */
const mostOwn = 60;

/**
 * Lists the passages of an article that most members highlighted or wrote about, and the reader's own, as far as the
 * reader may read the article and its text still has them.
 */
export async function listHighlights(db: Db, reader: Reader, articleId: number) {
  const characters = await readCharacters(db, reader, articleId);
  if (characters.isOff) return { passages: [], own: [] };
  const { commenting } = await publishedArticle(db, articleId);
  const site = commentingOf((await readSettings(db)).features.comments);
  const most = await queries.listMostHighlighted(db, articleId);
  const ids = most.map(({ id }) => id);
  const isHidden = stricter(site, commenting) === 'hidden';
  const thoughts = isHidden ? new Map<number, number>() : await queries.countThoughts(db, articleId, ids);
  const others = await queries.listPassagesById(
    db,
    [...thoughts.keys()].filter((id) => !ids.includes(id)),
  );
  const found = [...most, ...others].flatMap((row) => {
    const range = findQuote(characters, quoteOfRow(row));
    if (!range) return [];
    return [{ ...range, ids: [row.id], people: row.highlights, thoughts: thoughts.get(row.id) ?? 0 }];
  });
  const own = reader.viewer ? await queries.listOwnPassages(db, reader.viewer.id, articleId) : [];
  return {
    passages: await joinPassages(db, characters, found),
    own: own.filter((row) => findQuote(characters, quoteOfRow(row))).map(presentOwn),
  };
}

/** People from whom on a sentence is shown as one that many highlighted. */
const crowd = 3;
/** Articles of an author in whose text a sentence is looked for. */
const mostLookedAt = 3;

/** Finds the sentence of an author's articles that most members highlighted, as far as a visitor may read it today. */
export async function findMostHighlighted(db: Db, authorId: number) {
  const articleIds = await queries.listArticlesMostHighlighted(db, authorId, crowd, mostLookedAt);
  const found = await Promise.all(
    articleIds.map(async (articleId) => {
      const { passages } = await listHighlights(db, { viewer: null }, articleId);
      return passages.map(({ words, people }) => ({ articleId, words, people }));
    }),
  );
  const most = found.flat().sort((one, other) => other.people - one.people)[0];
  return most && most.people >= crowd ? most : undefined;
}

/** Renews the page of an author whose sentence may have become, or have been, their most highlighted. */
async function renewAuthor(trx: Trx, articleId: number, passageId: number) {
  const [passage] = await queries.listPassagesById(trx, [passageId]);
  if (passage && passage.highlights < crowd - 1) return;
  const author = await queries.findAuthor(trx, articleId);
  if (author !== undefined) await renewPages(trx, [`user:${author}`]);
}

function presentOwn(row: queries.PassageRow): OwnHighlight {
  return { id: row.id, ...quoteOfRow(row) };
}

/**
 * Highlights a sentence; doing so twice counts once.
 * @throws Failure naming `quote.words` for what the article does not say; not-allowed beyond the most of one article
 */
export async function addHighlight(db: Db, viewer: Viewer, input: { articleId: number; quote: QuoteInput }) {
  const { articleId } = input;
  await publishedArticle(db, articleId);
  const quote = await requireQuote(db, { viewer }, articleId, input.quote);
  return db.transaction().execute(async (trx): Promise<OwnHighlight> => {
    await lockMember(trx, viewer.id);
    const id = await storePassage(trx, articleId, quote);
    await queries.insertHighlight(trx, { userId: viewer.id, articleId, passageId: id });
    if ((await queries.countOwnHighlights(trx, viewer.id, articleId)) > mostOwn)
      throw new Failure('not-allowed', `一篇文章最多划 ${mostOwn} 处`, 'quote.words');
    await renewAuthor(trx, articleId, id);
    return { id, ...quote };
  });
}

/** Removes one's own highlight; a missing one is no error. */
export function removeHighlight(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    const articleId = await queries.deleteHighlight(trx, viewer.id, id);
    if (articleId === undefined) return;
    await renewAuthor(trx, articleId, id);
    await queries.deleteUnusedPassage(trx, id);
    if (!(await queries.hasPassages(trx, articleId))) await renewPages(trx, [`article:${articleId}`]);
  });
}

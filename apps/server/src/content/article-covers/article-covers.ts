import { characterOf } from '@mojian/contract/core/cover-number';
import { drawable } from '../../core/typeface/font-characters.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Position } from './article-covers.queries.ts';
import * as queries from './article-covers.queries.ts';
import { chooseDrawn, chooseGround, drawnOf, motifsApart, shownCover } from './choose-cover.ts';
import { titleCharacter } from './title-character.ts';

/** Draws a cover in all sizes, so that no reader waits for it. */
export const drawCoverEffect = 'draw-cover';
/** Chooses the covers of a batch of articles that were published before covers were chosen. */
export const chooseCoversEffect = 'choose-covers';

/**
 * Milliseconds after a publication: its author looks at the article first, whose one picture is drawn when asked for, and
 * on one core the sixteen of all sizes would stand in the way.
 */
const drawnAfter = 10_000;

const everywhere = { kind: 'all', targetId: 0 } as const;
const ofCategory = (targetId: number) => ({ kind: 'category', targetId }) as const;

/**
 * Chooses the cover of a listed article, once: neither the six articles before it on the site nor those in its category
 * have its motif, nor, under an old date, those after it. `isDrawn`: the outbox draws it soon.
 */
export async function fixCover(trx: Trx, id: number, { isDrawn }: { isDrawn: boolean }) {
  const article = await queries.findCover(trx, id);
  if (!article || article.publishedAt === null) return;
  let { drawn } = article;
  if (drawn === null) {
    const near = await nearOf(trx, { id, publishedAt: article.publishedAt }, article.categoryId);
    drawn = chooseFor(article, near);
    await queries.insertCovers(trx, [{ articleId: id, drawn }]);
  }
  if (isDrawn && article.cover === '')
    await enqueue(trx, drawCoverEffect, { number: shownCover({ ...article, drawn }) }, Date.now() + drawnAfter);
}

type Near = { before: number[]; after: number[]; nearest: number[] };

/** A character of the title where the category has them and the typeface has it, else a painting. */
function chooseFor({ title, coverStyle }: Pick<Covered, 'title' | 'coverStyle'>, { nearest, ...near }: Near): number {
  const has = (character: string) => drawable(character).length > 0;
  const character = coverStyle === 'character' ? titleCharacter(title, has) : undefined;
  return character === undefined ? chooseDrawn(title, near) : chooseGround(title, character, nearest);
}

async function nearOf(trx: Trx, position: Position, categoryId: number | null): Promise<Near> {
  const lists = [everywhere, ...(categoryId === null ? [] : [ofCategory(categoryId)])];
  const near: Near = { before: [], after: [], nearest: [] };
  for (const side of ['before', 'after'] as const)
    for (const list of lists) {
      const drawn = await queries.listDrawnNear(trx, list, side, position, motifsApart);
      near[side].push(...drawn);
      near.nearest.push(...drawn.slice(0, 1));
    }
  return near;
}

/** Whether an article has this large character for its cover. */
export async function isCharacterUsed(db: Db, number: number) {
  const character = characterOf(number);
  return character !== undefined && queries.hasDrawn(db, drawnOf(character));
}

const batch = 500;

/** Chooses for the next batch in the order of publication, then enqueues the one after it; at the end all pages are dropped. */
export async function chooseCovers(db: Db, { after }: { after: Position | null }) {
  await db.transaction().execute(async (trx) => {
    const articles = await queries.listCoveredAfter(trx, after, batch);
    await chooseInOrder(trx, articles);
    const last = articles.at(-1);
    if (last && articles.length === batch)
      await enqueue(trx, chooseCoversEffect, { after: { id: last.id, publishedAt: last.publishedAt } });
    else await enqueue(trx, 'drop-pages', { tags: ['articles', 'site'] });
  });
}

type Covered = Awaited<ReturnType<typeof queries.listCoveredAfter>>[number];

async function chooseInOrder(trx: Trx, articles: Covered[]) {
  const chosen: { articleId: number; drawn: number }[] = [];
  const findBefore = rememberedLists(trx);
  for (const article of articles) {
    const near = [await findBefore(everywhere, article)];
    if (article.categoryId !== null) near.push(await findBefore(ofCategory(article.categoryId), article));
    const drawn = article.drawn ?? chooseDrawn(article.title, { before: near.flat() });
    if (article.drawn === null) chosen.push({ articleId: article.id, drawn });
    for (const before of near) before.splice(0, before.length, ...[drawn, ...before].slice(0, motifsApart));
  }
  await queries.insertCovers(trx, chosen);
}

/** Reads the neighbours before the first article of each list; the caller adds those that follow. */
function rememberedLists(trx: Trx) {
  const lists = new Map<number, number[]>();
  return async (list: queries.CoverList, { id, publishedAt }: Covered) => {
    const known = lists.get(list.targetId);
    if (known) return known;
    const read = await queries.listDrawnNear(trx, list, 'before', { id, publishedAt: publishedAt ?? 0 }, motifsApart);
    lists.set(list.targetId, read);
    return read;
  };
}

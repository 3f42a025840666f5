import { memberCover } from '@mojian/contract/core/cover-number';
import { drawAll } from '../../core/covers/cover.ts';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './article-covers.queries.ts';
import { shownCover } from './choose-cover.ts';

/** The newest articles and members whose covers are looked after; others are drawn for their first reader. */
const newestArticles = 48;
const newestMembers = 12;
/** Covers drawn at a time, some 15 s of one core. */
const drawnAtMost = 12;
/** On the pages that always have one: home, about, board. */
const ofScreens = 0;

/** Draws what is missing of the covers most looked at: after a move, an import, another pigment, or a new drawing. */
export async function drawAhead({ db, folder }: { db: Db; folder: string }, stopping?: AbortSignal) {
  const articles = await queries.listNewestCovered(db, newestArticles);
  const members = await queries.listNewestMembers(db, newestMembers);
  const numbers = [
    ofScreens,
    ...articles.filter(({ cover }) => cover === '').map(shownCover),
    ...members.map(memberCover),
  ];
  let drawn = 0;
  for (const number of new Set(numbers)) {
    if (stopping?.aborted || drawn === drawnAtMost) return;
    if (await drawAll(folder, number)) drawn++;
  }
}

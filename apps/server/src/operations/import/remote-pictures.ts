import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure } from '@mojian/contract/platform/failures';
import { dayLength, hourLength, minuteLength } from '@mojian/contract/platform/time';
import { createShelter } from '@mojian/foreign-files/markdown/code-shelter';
import { sql } from 'kysely';
import { fillCover } from '../../content/article-rows/article-rows.ts';
import { rewriteText } from '../../content/articles/save-article.ts';
import type { Db } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { fetchFromPublic, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { isTemporary } from './attachments.ts';
import { updateArticleMark } from './ledger.ts';
import { showPictures, storePicture } from './pictures.ts';
import { showPicturesInAbout } from './write-about.ts';

/** Waits before each further attempt; a picture that fails after the last is dead. */
const retryDelays = [minuteLength, 10 * minuteLength, hourLength, 6 * hourLength, dayLength];
const largestPicture = 20 * 1024 * 1024;
/** Hosts asked at the same time; each holds a whole picture in memory. */
const hostsAtOnce = 3;
const roundMs = 50_000;

type Deps = { db: Db; storage: Storage; siteUrl: string };

type FetchOptions = {
  stopping?: AbortSignal | undefined;
  /** Milliseconds between two requests to one host. */
  pace?: number;
  /** Lets tests fetch from local addresses. */
  mayReach?: ((address: string) => boolean) | undefined;
  now?: () => number;
};

/**
 * Fetches due pictures of other hosts, one at a time from each host, and shows those of an article once all of them were
 * tried. Ends after about a minute; the next round goes on.
 */
export async function fetchRemotePictures(deps: Deps, options: FetchOptions = {}) {
  const { stopping, pace = 1000, now = Date.now } = options;
  const end = now() + roundMs;
  while (!stopping?.aborted && now() < end) {
    const due = await listDue(deps.db, now());
    await Promise.all(due.map((one) => fetchOne(deps, one, options)));
    await showFetchedPictures(deps);
    if (due.length === 0) return;
    await sleep(pace, undefined, { signal: stopping }).catch(() => {}); // stopping ends the loop
  }
}

type Due = { url: string; attempts: number };

/** Lists a due picture of each of a few hosts. */
async function listDue(db: Db, now: number): Promise<Due[]> {
  const first = sql<number>`min(id)`;
  const ids = db
    .selectFrom('remotePictures')
    .select(first.as('id'))
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', now)
    .groupBy('host')
    .orderBy(first)
    .limit(hostsAtOnce);
  return db.selectFrom('remotePictures').select(['url', 'attempts']).where('id', 'in', ids).execute();
}

async function fetchOne(deps: Deps, { url, attempts }: Due, { mayReach, stopping, now = Date.now }: FetchOptions) {
  try {
    const known = await findFetched(deps.db, url);
    const file = known ?? (await download(deps, url, { mayReach, stopping }));
    await updateWaiting(deps.db, url, { state: 'fetched', file, failure: '' });
  } catch (error) {
    if (stopping?.aborted) return;
    const wait = delayAfter(error, attempts);
    await updateWaiting(deps.db, url, {
      state: wait === undefined ? 'dead' : 'waiting',
      attempts: attempts + 1,
      dueAt: now() + (wait ?? 0),
      failure: (error as Error).message,
    });
  }
}

/** Milliseconds until the next attempt; undefined for a picture that is dead. Other errors are thrown on. */
function delayAfter(error: unknown, attempts: number) {
  if (error instanceof NoAnswer || isTemporary(error)) return retryDelays[attempts];
  if (error instanceof PictureRefused || isFailure(error)) return undefined;
  throw error;
}

async function download(deps: Deps, url: string, { mayReach, stopping }: Pick<FetchOptions, 'mayReach' | 'stopping'>) {
  const agent = `Mojian (+${deps.siteUrl})`;
  const bytes = await fetchFromPublic(url, largestPicture, { time: 30_000, agent, mayReach, stopping });
  return (await storePicture(deps, bytes)).url;
}

async function findFetched(db: Db, url: string) {
  const row = db.selectFrom('remotePictures').select('file').where('url', '=', url).where('file', '<>', '');
  return (await row.limit(1).executeTakeFirst())?.file;
}

type Change = {
  state: 'waiting' | 'fetched' | 'dead';
  file?: string;
  failure: string;
  attempts?: number;
  dueAt?: number;
};

/** Changes all articles' rows of an address that still wait. */
async function updateWaiting(db: Db, url: string, changed: Change) {
  await db.updateTable('remotePictures').set(changed).where('url', '=', url).where('state', '=', 'waiting').execute();
}

const articlesAtOnce = 50;

/** Shows fetched pictures in the articles of which no picture is still to be tried for the first time. */
async function showFetchedPictures(deps: Deps) {
  const untried = sql<boolean>`exists (select 1 from "remotePictures" as other
    where other."articleId" = "remotePictures"."articleId" and other.state = 'waiting' and other.attempts = 0)`;
  const ready = await deps.db
    .selectFrom('remotePictures')
    .select('articleId')
    .distinct()
    .where('state', '=', 'fetched')
    .where(sql<boolean>`not ${untried}`)
    .limit(articlesAtOnce)
    .execute();
  for (const { articleId } of ready) await showInArticle(deps, articleId);
}

/** An article with unpublished changes is left until they are published: its author's copy has the links. */
async function showInArticle({ db, siteUrl }: Deps, articleId: number) {
  const rows = await db
    .selectFrom('remotePictures')
    .select(['url', 'file', 'isCover'])
    .where('articleId', '=', articleId)
    .where('state', '=', 'fetched')
    .execute();
  const fileOf = new Map(rows.map(({ url, file }) => [url, file]));
  const saved = await rewriteText({ db, siteUrl }, articleId, (text) => {
    const shelter = createShelter();
    return shelter.restore(showPictures(shelter.hideCode(text), fileOf));
  }).catch((error: unknown) => {
    if (!isFailure(error)) throw error;
    return error.id === 'invalid-input' ? undefined : null;
  });
  if (saved === null) return; // saved meanwhile, or the text process is busy: the next round shows them
  await showPicturesInAbout(db, fileOf);
  await db.transaction().execute(async (trx) => {
    if (saved) await updateArticleMark(trx, articleId, String(saved.from), String(saved.to));
    const cover = rows.find(({ isCover }) => isCover === 1)?.file;
    if (cover) {
      await fillCover(trx, articleId, cover);
      await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${articleId}`] });
    }
    await trx
      .updateTable('remotePictures')
      .set({ state: 'done' })
      .where('articleId', '=', articleId)
      .where('state', '=', 'fetched')
      .execute();
  });
}

/** Tries dead pictures of a run again. Returns how many. */
export async function retryDeadPictures(db: Db, runId: number) {
  const { numUpdatedRows } = await db
    .updateTable('remotePictures')
    .set({ state: 'waiting', attempts: 0, dueAt: 0, failure: '' })
    .where('runId', '=', runId)
    .where('state', '=', 'dead')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

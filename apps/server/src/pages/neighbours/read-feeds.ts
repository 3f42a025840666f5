import { dayLength, hourLength } from '@mojian/contract/platform/time';
import { readFeed } from '@mojian/foreign-files/feed/read-feed';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { pauseAfter } from '../../platform/outgoing/breaker.ts';
import { NoAnswer, type PublicReply, requestPublic } from '../../platform/outgoing/outgoing.ts';
import { mergeTitles, type StoredTitle, usableTitles } from './feed-titles.ts';
import { findFeed } from './find-feed.ts';
import * as queries from './neighbours.queries.ts';

type Deps = {
  db: Db;
  siteUrl: string;
  stopping?: AbortSignal | undefined;
  /** Milliseconds per request. */
  time?: number;
  /** Lets tests reach loopback addresses. */
  mayReach?: (address: string) => boolean;
  now?: () => number;
};

/** Bytes of a feed or page that are read; the newest articles stand first. */
const mostBytes = 1024 * 1024;
const mostEntries = 50;
/** Articles stored in all, as long as each friend has a few. */
const mostArticles = 3000;
const mostOfOne = 20;
const fewestOfOne = 3;

/** Feeds read in one run; the job runs again soon. */
const mostInRun = 100;
/** DNS lookups share the thread pool with files. */
const atOnce = 2;
/** Failures of one run, without a success, that mean our own network is down. */
const ownFault = 4;
/** Longer than finding a feed takes. */
const lease = 10 * 60_000;
const every = hourLength;
const longestPause = dayLength;
/** Before a site without a feed is looked through again, and one that has taken its feed away is asked again. */
const whenNone = 3 * dayLength;
const whenGone = 30 * dayLength;

/** Reads the feeds that are due, each about once an hour. Processes share the work. */
export async function readFeeds({ db, siteUrl, stopping, time = 10_000, mayReach, now = Date.now }: Deps) {
  await db.transaction().execute((trx) => queries.updateFeeds(trx, now()));
  const due = await queries.listDue(db, { now: now(), latest: now() + whenGone + hourLength, most: mostInRun });
  const most = mostOfEach(await queries.countNeighbours(db));
  const ask: Ask = (url, headers = {}) =>
    requestPublic(url, { time, agent: `Mojian (+${siteUrl})`, stopping, mayReach, most: mostBytes, headers });
  const results: Result[] = [];
  const work = async () => {
    for (let feed = due.shift(); feed && !stopping?.aborted; feed = due.shift()) {
      if (!(await queries.claim(db, feed, now() + lease))) continue;
      const outcome = await readOne(feed, ask, now());
      if (!stopping?.aborted) results.push({ feed, outcome, most, now: now() });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await storeAll(db, results);
}

/** Stores how reading went. When nobody answered our own network is down, and nobody is blamed. */
async function storeAll(db: Db, results: Result[]) {
  const isOwnFault = results.length >= ownFault && results.every(({ outcome }) => outcome.kind === 'silent');
  let isNew = false;
  for (const result of results)
    isNew =
      (await db.transaction().execute((trx) => (isOwnFault ? postpone(trx, result) : store(trx, result)))) || isNew;
  if (isNew) await db.transaction().execute((trx) => enqueue(trx, 'drop-pages', { tags: ['neighbours'] }));
}

async function postpone(trx: Trx, { feed, now }: Result) {
  await queries.changeFeed(trx, feed, { dueAt: now + every });
  return false;
}

function mostOfEach(neighbours: number) {
  return Math.min(mostOfOne, Math.max(fewestOfOne, Math.floor(mostArticles / Math.max(1, neighbours))));
}

type Feed = { url: string; etag: string; modified: string };
type Outcome =
  | { kind: 'read'; feed: Feed; titles: StoredTitle[]; wait: number }
  | { kind: 'same'; wait: number }
  /** The site asked to be read again later (429, 503). */
  | { kind: 'later'; wait: number; why: string }
  | { kind: 'gone' }
  | { kind: 'none' }
  | { kind: 'refused'; why: string }
  /** No reply at all. */
  | { kind: 'silent'; why: string };

type Ask = (url: string, headers?: Record<string, string>) => Promise<PublicReply>;

async function readOne(due: queries.Due, ask: Ask, now: number): Promise<Outcome> {
  try {
    const known = due.feedUrl || due.url;
    const found = known ? await ask(known, conditions(due, known)) : await findFeed(due.siteUrl, ask);
    return found ? await outcomeOf(found, known || found.url, now) : { kind: 'none' };
  } catch (error) {
    if (error instanceof NoAnswer) return { kind: 'silent', why: error.message };
    throw error;
  }
}

/** Headers that let a server answer that nothing has changed. */
function conditions({ url, etag, modified }: queries.Due, known: string): Record<string, string> {
  if (url !== known) return {};
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) };
}

async function outcomeOf(reply: PublicReply, url: string, now: number): Promise<Outcome> {
  const { status, headers } = reply;
  const wait = Math.min(Math.max(every, maxAge(headers['cache-control'])), longestPause);
  if (status === 304) return { kind: 'same', wait };
  if (status === 410) return { kind: 'gone' };
  if (status === 429 || status === 503)
    return { kind: 'later', wait: retryAfter(headers['retry-after'], now), why: `对方请我们晚些再来（${status}）` };
  if (status !== 200) return { kind: 'refused', why: `对方答以 ${status}` };
  const titles = await readFeed(reply.body, mostEntries);
  if (!titles) return { kind: 'refused', why: reply.isWhole ? '那里不是订阅' : '订阅超过 1 MB，读不了' };
  const feed = { url, etag: bounded(headers.etag), modified: bounded(headers['last-modified']) };
  return { kind: 'read', feed, titles: usableTitles(titles, reply.url, now), wait };
}

const bounded = (header = '') => (header.length <= 200 ? header : '');

function maxAge(header = '') {
  const [, seconds = '0'] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(header) ?? [];
  return Number(seconds) * 1000;
}

/** Milliseconds to wait: what the server says, from an hour to a week. */
function retryAfter(header: string | undefined, now: number) {
  const milliseconds = /^\d{1,9}$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - now;
  return Math.min(Math.max(every, Number.isNaN(milliseconds) ? 0 : milliseconds), 7 * dayLength);
}

type Result = { feed: queries.Due; outcome: Outcome; most: number; now: number };

/** True when readers see something else. */
async function store(trx: Trx, { feed, outcome, most, now }: Result): Promise<boolean> {
  const { kind } = outcome;
  if (kind === 'read') {
    const change = { ...outcome.feed, dueAt: now + outcome.wait, readAt: now, failures: 0, failure: '' };
    if (!(await queries.changeFeed(trx, feed, change))) return false;
    const merged = mergeTitles(await queries.listKnown(trx, feed.linkId), outcome.titles, most, now);
    await queries.storeArticles(trx, feed.linkId, merged);
    return merged.added.length + merged.changed.length + merged.removed.length > 0;
  }
  if (kind === 'same') {
    await queries.changeFeed(trx, feed, { dueAt: now + outcome.wait, readAt: now, failures: 0, failure: '' });
    return false;
  }
  if (kind === 'gone') {
    await queries.changeFeed(trx, feed, { dueAt: now + whenGone, failure: '对方撤下了订阅（410），这里也撤下了' });
    return queries.deleteArticles(trx, feed.linkId);
  }
  await queries.changeFeed(trx, feed, { ...failureOf(outcome, feed), dueAt: now + waitAfter(outcome, feed) });
  return false;
}

type Failed = Exclude<Outcome, { kind: 'read' | 'same' | 'gone' }>;

/** A feed that is none any more is looked for anew, after three failures in a row. */
function failureOf(outcome: Failed, { failures, feedUrl }: queries.Due) {
  if (outcome.kind === 'none') return { failures: failures + 1, failure: '没有找到订阅地址' };
  if (outcome.kind === 'later') return { failure: outcome.why };
  const isLost = outcome.kind === 'refused' && failures >= 2 && feedUrl === '';
  return { failures: failures + 1, failure: outcome.why, ...(isLost && { url: '', etag: '', modified: '' }) };
}

function waitAfter(outcome: Failed, { failures }: queries.Due) {
  if (outcome.kind === 'none') return whenNone;
  if (outcome.kind === 'later') return outcome.wait;
  return Math.max(every, pauseAfter(failures + 1, { shortest: 2 * every, longest: longestPause }));
}

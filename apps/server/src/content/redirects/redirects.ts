import { featurePaths } from '@mojian/contract/platform/features';
import { minuteLength } from '@mojian/contract/platform/time';
import { addressPath, movedKey, pageKey } from '@mojian/foreign-files/address-key';
import { hasFeature } from '../../core/settings/features.ts';
import type { Db } from '../../platform/db/schema.ts';
import { addressKey } from '../../platform/limits/limits.ts';
import { hasYear } from '../articles/archive.ts';
import { findRedirect, longestMovedPath } from '../slugs/moved.ts';
import { addMovedHits } from '../slugs/moved-rows.ts';
import { listArticlePaths } from '../slugs/slugs.ts';
import { commonPage, feedFor, isListFeed } from './common-addresses.ts';
import * as queries from './redirects.queries.ts';

type Count = { hits: number; firstAt: number; lastAt: number };

/** Redirects counted between two writes, and addresses not found noted in a minute; further ones go uncounted. */
const hitsAtMost = 500;
const missesAMinute = 500;
/** Share of one visitor in those, so that nobody alone fills the list or keeps others out of it. */
const missesAVisitor = 30;

export type Redirects = ReturnType<typeof createRedirects>;

/**
 * Finds where old addresses lead, and counts those found and not found. Counting only touches memory; `flush`, every few
 * seconds and at the end, writes in one transaction.
 */
export function createRedirects({ db, now = Date.now }: { db: Db; now?: () => number }) {
  const hits = new Map<string, Count>();
  const misses = new Map<string, Count>();
  let noted = { minute: 0, misses: 0, of: new Map<string, number>() };
  let writing = Promise.resolve();

  function countHit(path: string) {
    if (hits.has(path) || hits.size < hitsAtMost) count(hits, path, now());
  }

  function countMiss(key: string, visitor: string) {
    const at = now();
    const current = Math.floor(at / minuteLength);
    if (noted.minute !== current) noted = { minute: current, misses: 0, of: new Map() };
    if (!misses.has(key)) {
      const own = (noted.of.get(visitor) ?? 0) + 1;
      if (own > missesAVisitor || noted.misses >= missesAMinute) return;
      noted.of.set(visitor, own);
      noted.misses += 1;
    }
    count(misses, key, at);
  }

  async function write() {
    if (hits.size === 0 && misses.size === 0) return;
    const [found, missed] = [[...hits], [...misses]];
    hits.clear();
    misses.clear();
    // a failed write loses some counts, which is harmless
    await db.transaction().execute(async (trx) => {
      for (const [path, { hits, lastAt }] of sorted(found)) await addMovedHits(trx, path, hits, lastAt);
      for (const [path, missed_] of sorted(missed)) await queries.addMisses(trx, { path, ...missed_ });
      if (missed.length > 0) await queries.dropStaleMisses(trx);
    });
  }

  return {
    /** Returns the present address, encoded, of one that is no page here. `visitor`: address of who asks, for the count. */
    async find(address: string, visitor = ''): Promise<string | undefined> {
      const found = await findRedirect(db, address);
      // a list's own address is not that of its feed
      if (found && !(isListFeed(address) && found.path !== movedKey(address))) {
        countHit(found.path);
        return readable(db, found.target);
      }
      const common = feedFor(address) ?? commonPage(address);
      if (common !== undefined && (await isPresent(db, common))) return common;
      const missed = missedKey(address);
      if (missed !== undefined && !(await isSwitchedOff(db, address))) countMiss(missed, addressKey(visitor));
      return undefined;
    },

    /** Writes all counts. */
    flush() {
      const turn = writing.catch(() => {}).then(write);
      writing = turn;
      return turn;
    },
  };
}

/** Whether a common page is there: of the archive, only years with articles are. */
async function isPresent(db: Db, target: string) {
  const [, year] = /^\/archive\?year=(\d+)$/.exec(target) ?? [];
  return year === undefined || (await hasYear(db, Number(year)));
}

/** An article's address as the site writes it, so that a browser is sent on once only. */
async function readable(db: Db, target: string) {
  const [, id, rest = ''] = /^\/article\/([1-9]\d{0,8})(#.*)?$/.exec(target) ?? [];
  if (id === undefined) return target;
  const [path = target] = await listArticlePaths(db, [Number(id)]);
  return path + rest;
}

function count(counts: Map<string, Count>, key: string, at: number) {
  const known = counts.get(key);
  if (known) counts.set(key, { ...known, hits: known.hits + 1, lastAt: at });
  else counts.set(key, { hits: 1, firstAt: at, lastAt: at });
}

/** A fixed order keeps several processes from waiting for each other. */
function sorted(counts: [string, Count][]) {
  return counts.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** True for a screen of a feature that the owner switched off: its addresses are known, and come back with it. */
async function isSwitchedOff(db: Db, address: string) {
  const [, first = ''] = addressPath(address).split('/');
  const known = Object.keys(featurePaths).find((path) => path.toLowerCase() === `/${first}`.toLowerCase());
  const belongsTo = known && featurePaths[known];
  return belongsTo ? !(await hasFeature(db, belongsTo)) : false;
}

/** Longest address worth showing. */
const longestMissed = 200;
const mostSegments = 8;

/** Openings of paths that scanners of security holes ask for. */
const probes =
  /^\/(?:wp-|wp\/|wordpress\b|cgi-bin|phpmyadmin|pma\b|mysql|adminer|actuator|solr|vendor|xmlrpc|node_modules|server-status|boaform|hnap1|manager\/html|console|telescope|debug|_|owa\b|ecp\b|autodiscover|geoserver|jenkins|sdk\b|remote\b|api\b|graphql|swagger|v[12]\/|env\b|config|backup|phpinfo|info\b|shell|cmd|setup\b|install\b|login\b|signin|dana-na|vpn|hudson|druid|nacos|eval-stdin|assets\/|static\/|js\/|css\/|img\/|fonts\/)/;
/** Signs of code and of hidden files, which no title or slug has. */
const strange =
  /[\p{Cc}\p{Co}\ufffd<>"'`\\{}|^;$*@]|%[\da-f]{2}|\/\.|\.\.|:\/|\s{2}|(?:select|union|sleep|concat)[^a-z]/u;
const pageName = /(?:^|\/)[^/.]*$|\.(?:xml|rss|atom|md)$/;

/** Key to count a page's address under that was not found; undefined for what looks like no page. */
export function missedKey(address: string): string | undefined {
  const key = pageKey(address);
  if (
    key === '/' ||
    /%[01][\da-f]/i.test(address) ||
    key.length > Math.min(longestMissed, longestMovedPath) ||
    strange.test(key)
  )
    return undefined;
  const path = addressPath(address);
  const isPage = pageName.test(path) || /^[^.]*\.\d[^.]*$/.test(path);
  return isPage && !probes.test(path) && path.split('/').length <= mostSegments + 1 ? key : undefined;
}

import { createHash } from 'node:crypto';
import { chinaOffset, dayLength, hourLength, minuteLength } from '@mojian/contract/platform/time';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { DemoSite } from './demo-content.ts';
import type { Drawing } from './draw-picture.ts';

export type Deps = { db: Db; storage: Storage; search: Search; siteUrl: string };

/** Tools that all parts of a filling share. `timeOf`: days ago, at an hour of the day that the key chooses. */
export type Filling = Deps & {
  site: DemoSite;
  now: number;
  timeOf: (days: number, key: string) => number;
  draw: (drawing: Drawing) => Promise<Buffer>;
};

/** A number that a text always has, from 0 up to `below`. */
export function chosenBy(key: string, below: number) {
  return createHash('sha256').update(key).digest().readUInt32BE() % below;
}

/** Parts of the latest days are hours ago; what is older was written between seven in the morning and eleven at night. */
export function timeBefore(now: number, days: number, key: string) {
  const time = now - days * dayLength;
  if (!Number.isInteger(days)) return time;
  const midnight = time - ((time + chinaOffset) % dayLength);
  const moment = midnight + 7 * hourLength + chosenBy(key, 16 * 60) * minuteLength;
  return Math.min(moment, now - hourLength);
}

/** Takes `count` of the items, in an order that the key chooses. */
export function someOf<Item>(items: Item[], count: number, key: string) {
  const from = chosenBy(key, Math.max(1, items.length));
  return [...items.slice(from), ...items.slice(0, from)].slice(0, count);
}

import { Failure } from '@mojian/contract/platform/failures';
import { hasFeature } from '../../core/settings/features.ts';
import { showMember } from '../../members/members/members.ts';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './feeds.queries.ts';

/** Entries of a feed at most. */
export const feedLength = 20;

/** A list of articles with a feed of its own. */
export type FeedList = {
  /** Follows the id of the site's feed. */
  id: string;
  name: string;
  intro: string;
  /** Page of the list on this site. */
  path: string;
  /** Name of the writer of all its articles. */
  author?: string;
  /** The newest, in any order. */
  articleIds: number[];
};

type Found = Omit<FeedList, 'id' | 'articleIds'>;

/** Finds what visitors see of a list, as in `/feed/tag/12.xml`; undefined for what they do not. */
const finders = {
  category: async (db, id) => {
    const category = await queries.findListedCategory(db, id);
    return category && { ...category, path: `/category?id=${id}` };
  },
  tag: async (db, id) => {
    const tag = await queries.findListedTag(db, id);
    return tag && { ...tag, intro: '', path: `/tags?id=${id}` };
  },
  author: async (db, id) => {
    const member = await findMember(db, id);
    return member && { name: member.nickname, intro: member.intro, author: member.nickname, path: `/user/${id}` };
  },
  series: async (db, id) => {
    const series = (await hasFeature(db, 'series')) ? await queries.findListedSeries(db, id) : undefined;
    return series && { ...series, path: `/series/${id}` };
  },
} satisfies Record<string, (db: Db, id: number) => Promise<Found | undefined>>;

export type FeedKind = keyof typeof finders;
export const feedKinds = Object.keys(finders) as FeedKind[];

/** Finds a list by its number, with its newest articles; undefined for one that visitors do not see. */
export async function findFeedList(db: Db, kind: FeedKind, id: number): Promise<FeedList | undefined> {
  const found = await finders[kind](db, id);
  if (!found) return undefined;
  const articleIds =
    kind === 'series'
      ? await queries.listNewestIdsInSeries(db, id, feedLength)
      : await queries.listNewestIdsOf(db, { kind, targetId: id }, feedLength);
  return { ...found, id: `feed/${kind}/${id}`, articleIds };
}

async function findMember(db: Db, id: number) {
  try {
    return await showMember(db, null, id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

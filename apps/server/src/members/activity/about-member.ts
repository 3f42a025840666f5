import type { MemberAbout } from '@mojian/contract/members/activity';
import { findMostHighlighted } from '../../community/highlights/highlights.ts';
import { cardsOf } from '../../content/articles/cards.ts';
import { requireAuthor } from '../../core/identity/accounts.ts';
import { hasFeature } from '../../core/settings/features.ts';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './activity.queries.ts';

const mostTopics = 6;
const mostSeries = 6;

/** Shows what stands beside a member's activity, as far as its features are on. */
export async function showAbout(db: Db, userId: number): Promise<MemberAbout> {
  await requireAuthor(db, userId, 'userId');
  const [pinned, topics, series, highlighted, showsCollects] = await Promise.all([
    findPinned(db, userId),
    listTopics(db, userId),
    hasFeature(db, 'series').then((isOn) => (isOn ? queries.listSeriesOf(db, userId, mostSeries) : [])),
    hasFeature(db, 'highlights').then((isOn) => (isOn ? findHighlighted(db, userId) : null)),
    queries.readShowsCollects(db, userId),
  ]);
  return { pinned, topics, series, highlighted, showsCollects };
}

async function findHighlighted(db: Db, userId: number) {
  const found = await findMostHighlighted(db, userId);
  const [article] = found ? await cardsOf(db, [found.articleId]) : [];
  if (!found || !article) return null;
  const { words, people } = found;
  return { words, people, article: { path: article.path, title: article.title } };
}

async function findPinned(db: Db, userId: number) {
  const id = await queries.findPinned(db, userId);
  return id === undefined ? null : ((await cardsOf(db, [id]))[0] ?? null);
}

/** Tags of articles and topics of says; one name is one topic. */
async function listTopics(db: Db, userId: number) {
  const [tags, topics] = await Promise.all([
    queries.countTags(db, userId),
    hasFeature(db, 'says').then((isOn) => (isOn ? queries.countTopics(db, userId) : [])),
  ]);
  const named = new Map(
    topics.map(({ name, count }) => [
      name,
      { name, path: `/say?topic=${encodeURIComponent(name)}`, count: Number(count) },
    ]),
  );
  for (const { id, name, count } of tags)
    named.set(name, { name, path: `/tags?id=${id}`, count: Number(count) + (named.get(name)?.count ?? 0) });
  return [...named.values()]
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, mostTopics);
}

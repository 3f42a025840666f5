import { z } from 'zod';
import { digits, heat, rowsOf, type Source, title, withQuery } from './source.ts';

const row = z.object({ title, objectID: digits, points: heat });
const answer = z.object({ hits: rowsOf(row) });

/** Links to the discussion, since stories may lead to any host. */
const linkOf = (id: string) => withQuery('https://news.ycombinator.com/item', { id });

export const hackernews: Source = {
  name: 'Hacker News',
  host: 'https://hn.algolia.com',
  path: '/api/v1/search?tags=front_page&hitsPerPage=50',
  headers: { accept: 'application/json', 'user-agent': 'mojian' },
  sites: ['news.ycombinator.com'],
  linkOf,
  read: (reply) =>
    answer
      .parse(reply)
      .hits.map(({ title, objectID, points }) => ({ title, heat: points, url: linkOf(objectID) }))
      .sort((a, b) => Number(b.heat) - Number(a.heat)), // the search has an order of its own
};

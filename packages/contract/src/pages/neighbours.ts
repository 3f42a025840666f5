import { z } from 'zod';
import { get, ofFeature } from '../platform/endpoint.ts';
import { pageOf, time, wholeNumber } from '../platform/fields.ts';

const neighbour = z.object({ name: z.string(), url: z.string(), avatar: z.string() });

export const neighbourArticle = z.object({
  id: z.number(),
  /** Plain text. */
  title: z.string(),
  /** http or https, at the friend's site. */
  url: z.string(),
  publishedAt: time,
  neighbour,
});

export type NeighbourArticle = z.infer<typeof neighbourArticle>;

const newArticles = z.object({
  /** Friends whose feeds are read. */
  neighbours: z.number(),
  /** Articles of the last thirty days. */
  recent: z.number(),
  /** The newest first. */
  articles: pageOf(neighbourArticle),
  /** Friends who wrote most in the last thirty days, at least twice. */
  busy: z.array(neighbour.extend({ articles: z.number() })),
  /** Friends silent for two months or longer, the last to write first. */
  silent: z.array(neighbour.extend({ lastAt: time })),
});

export type NewArticles = z.infer<typeof newArticles>;

/** Articles on a page of the list. */
export const neighbourPageSize = 30;

/** Articles from which the home page has its section. */
export const fewestNeighbourArticles = 3;

export const neighbours = ofFeature('neighbours', {
  list: get('/v1/neighbours/', 'anyone', {
    about: '友邻：友链各站的新文章，只有标题，新的在前',
    query: z.object({ pageNo: wholeNumber('页码', 1000).default(1) }),
    reply: newArticles,
  }),
});

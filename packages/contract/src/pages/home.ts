import { z } from 'zod';
import { articleCard } from '../content/articles.ts';
import { tag } from '../content/tags.ts';
import { get } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';

const homeData = z.object({
  /** Carousel: up to five featured articles. */
  featured: z.array(articleCard),
  recommended: z.array(z.object({ id: z.number(), path: z.string(), title: z.string(), views: z.number() })),
  says: z.array(
    z.object({
      id: z.number(),
      /** Beginning of the say as plain text. */
      text: z.string(),
      author: z.object({ nickname: z.string(), avatar: z.string() }),
      createdAt: time,
    }),
  ),
  comments: z.array(
    z.object({
      id: z.number(),
      nickname: z.string(),
      /** Whether its author has no account here. */
      guest: z.boolean(),
      text: z.string(),
      createdAt: time,
      article: z.object({ id: z.number(), path: z.string(), title: z.string() }),
    }),
  ),
  /** The most used. */
  tags: z.array(tag),
  counts: z.object({ articles: z.number(), categories: z.number(), tags: z.number() }),
});

export type Home = z.infer<typeof homeData>;

export const home = {
  show: get('/v1/', 'anyone', {
    about: '首页：轮播、推荐、说说、新评论、常用标签与数目',
    reply: homeData,
  }),
};

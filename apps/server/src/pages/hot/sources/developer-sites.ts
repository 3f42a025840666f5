import { z } from 'zod';
import { browser, digits, heat, rowsOf, type Source, title, withQuery } from './source.ts';

const juejinRow = z.object({
  content: z.object({ content_id: digits, title }),
  content_counter: z.object({ hot_rank: heat }).catch({ hot_rank: null }),
});
const juejinReply = z.object({ data: rowsOf(juejinRow) });

export const juejin: Source = {
  name: '掘金',
  host: 'https://api.juejin.cn',
  path: '/content_api/v1/content/article_rank?category_id=1&type=hot',
  headers: { ...browser, referer: 'https://juejin.cn/' },
  sites: ['juejin.cn'],
  read: (reply) =>
    juejinReply.parse(reply).data.map(({ content, content_counter }) => ({
      title: content.title,
      heat: content_counter.hot_rank,
      url: `https://juejin.cn/post/${content.content_id}`,
    })),
};

const week = 7 * 86_400_000;

const githubRow = z.object({
  full_name: z.string().regex(/^[\w.-]{1,50}\/[\w.-]{1,100}$/),
  description: z.string().nullish().catch(null),
  stargazers_count: heat,
});
const githubReply = z.object({ items: rowsOf(githubRow) });

/** The trending page has no API; the search lists the week's most starred new repositories. */
export const github: Source = {
  name: 'GitHub',
  host: 'https://api.github.com',
  path: (now) =>
    withQuery('/search/repositories', {
      q: `created:>=${new Date(now - week).toISOString().slice(0, 10)}`,
      sort: 'stars',
      order: 'desc',
      per_page: '50',
    }),
  headers: { accept: 'application/vnd.github+json', 'user-agent': 'mojian', 'x-github-api-version': '2022-11-28' },
  sites: ['github.com'],
  read: (reply) =>
    githubReply.parse(reply).items.map(({ full_name, description, stargazers_count }) => ({
      title: title.parse([full_name.split('/')[1], description].filter(Boolean).join('：')),
      heat: stargazers_count,
      url: `https://github.com/${full_name}`,
    })),
};

const hackernewsRow = z.object({ title, objectID: digits, points: heat });
const hackernewsReply = z.object({ hits: rowsOf(hackernewsRow) });

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
    hackernewsReply
      .parse(reply)
      .hits.map(({ title, objectID, points }) => ({ title, heat: points, url: linkOf(objectID) }))
      .sort((a, b) => Number(b.heat) - Number(a.heat)), // the search has an order of its own
};

import { z } from 'zod';
import { heat, rowsOf, type Source, title, withQuery } from './source.ts';

const week = 7 * 86_400_000;

const row = z.object({
  full_name: z.string().regex(/^[\w.-]{1,50}\/[\w.-]{1,100}$/),
  description: z.string().nullish().catch(null),
  stargazers_count: heat,
});
const answer = z.object({ items: rowsOf(row) });

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
    answer.parse(reply).items.map(({ full_name, description, stargazers_count }) => ({
      title: title.parse([full_name.split('/')[1], description].filter(Boolean).join('：')),
      heat: stargazers_count,
      url: `https://github.com/${full_name}`,
    })),
};

import { z } from 'zod';
import { get, post } from '../platform/endpoint.ts';

const aboutSite = z.object({
  /** Safe HTML for inside `.prose`; '' until written. */
  html: z.string(),
  hasDiagram: z.boolean(),
  /** Public counts; `days`: whole days since the site's start. */
  counts: z.object({ articles: z.number(), says: z.number(), words: z.number(), days: z.number() }),
  /** Articles and public says per day in China over the last 53 weeks, oldest first, omitting empty days. */
  days: z.array(z.object({ day: z.iso.date(), count: z.number() })),
});

export type About = z.infer<typeof aboutSite>;

export const about = {
  show: get('/v1/site/about', 'anyone', {
    about: '关于本站：正文、数目与一年里哪些天写了东西',
    reply: aboutSite,
  }),
};

/** Shown with the settings, whose text this is. */
export const adminAbout = {
  preview: post('/v1/admin/settings/preview', 'settings.change', {
    about: '关于本站的正文，读者将看到的样子',
    body: z.object({ text: z.string().max(200_000, '过长') }),
    reply: z.object({ html: z.string() }),
  }),
};

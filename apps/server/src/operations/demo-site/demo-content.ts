import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pigments } from '@mojian/contract/core/pigments';
import { seals } from '@mojian/contract/platform/rules';
import { z } from 'zod';
import { programFile } from '../../platform/program-files.ts';
import { lightNames, sceneNames } from './scene-names.ts';

const folder = programFile('apps/server/demo');

/** Days before the filling. */
const days = z.number().nonnegative();
const scene = z.object({ scene: z.enum(sceneNames), light: z.enum(lightNames), seed: z.number().int() });
const written = z.object({ by: z.string(), text: z.string() });
const answered = written.extend({ replies: z.array(written).default([]) });
const place = z.object({ name: z.string(), url: z.url(), intro: z.string() });

const siteFile = z.object({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  author: z.object({ nickname: z.string(), intro: z.string(), place: z.string(), avatar: scene }),
  motto: z.string(),
  announcement: z.string(),
  about: z.string(),
  categories: z.array(z.object({ name: z.string(), intro: z.string(), pigment: z.enum(pigments) })),
  series: z.array(z.object({ name: z.string(), by: z.string(), intro: z.string() })),
  members: z.array(
    z.object({
      name: z.string(),
      intro: z.string(),
      place: z.string(),
      region: z.string(),
      website: z.url().optional(),
      role: z.enum(['admin', 'editor', 'member']).default('member'),
      days,
      avatar: scene,
    }),
  ),
  pictures: z.record(z.string(), scene.extend({ width: z.number().int(), height: z.number().int() })),
  says: z.array(
    answered.extend({
      days,
      place: z.string(),
      seals: z.partialRecord(z.enum(seals), z.number()),
      pictures: z.array(z.string()).default([]),
    }),
  ),
  comments: z.array(answered.extend({ article: z.string() })),
  passages: z.array(
    z.object({
      article: z.string(),
      words: z.string(),
      people: z.number(),
      thoughts: z.array(written).default([]),
    }),
  ),
  board: z.array(written.extend({ days })),
  links: z.array(place.extend({ group: z.string() })),
  navigation: z.array(z.object({ group: z.string(), sites: z.array(place) })),
  chat: z.array(written),
  letters: z.array(z.object({ with: z.string(), messages: z.array(written) })),
});

const front = z.object({
  title: z.string(),
  days,
  category: z.string(),
  tags: z.array(z.string()),
  author: z.string().optional(),
  series: z.string().optional(),
  cover: z.string().optional(),
  summary: z.string().optional(),
  album: z.object({ place: z.string(), time: z.string() }).optional(),
  readType: z.number().optional(),
  pinned: z.boolean().default(false),
  featured: z.boolean().default(false),
  recommended: z.boolean().default(false),
  readers: z.number(),
  likes: z.number(),
});

export type DemoSite = z.output<typeof siteFile>;
export type DemoArticle = z.output<typeof front> & { slug: string; markdown: string };
export type Written = z.output<typeof written>;

/** Everything but the articles. */
export async function readDemoSite(): Promise<DemoSite> {
  return siteFile.parse(JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')));
}

/** Oldest first; `slug` is the file's name. A picture's address is `demo:` with its name. */
export async function readDemoArticles(): Promise<DemoArticle[]> {
  const { splitFrontMatter } = await import('@mojian/foreign-files/markdown/front-matter');
  const names = (await readdir(join(folder, 'articles'))).filter((name) => name.endsWith('.md'));
  const articles = names.map(async (name) => {
    const { fields, body } = splitFrontMatter(await readFile(join(folder, 'articles', name), 'utf8'));
    return { ...front.parse(fields), slug: name.slice(0, -'.md'.length), markdown: body.trim() };
  });
  return (await Promise.all(articles)).sort((one, other) => other.days - one.days);
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { programFile } from '../../platform/program-files.ts';

const folder = programFile('apps/server/sample');

const time = z.iso.datetime({ offset: true }).transform((written) => Date.parse(written));
const place = z.object({ name: z.string(), url: z.url(), intro: z.string() });

const siteFile = z.object({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  author: z.object({ nickname: z.string(), intro: z.string(), place: z.string() }),
  motto: z.string(),
  announcement: z.string(),
  about: z.string(),
  categories: z.array(z.object({ name: z.string(), intro: z.string() })),
  says: z.array(z.object({ text: z.string(), place: z.string(), date: time })),
  board: z.array(z.object({ nickname: z.string(), place: z.string(), text: z.string(), date: time })),
  links: z.array(place.extend({ group: z.string() })),
  navigation: z.array(z.object({ group: z.string(), sites: z.array(place) })),
  comments: z.array(z.object({ article: z.string(), nickname: z.string(), text: z.string(), date: time })),
  chat: z.array(z.object({ nickname: z.string(), text: z.string(), date: time })),
});

export type SampleSite = z.output<typeof siteFile>;
export type SampleArticle = Awaited<ReturnType<typeof readSampleArticles>>[number];

/** Everything but the articles. */
export async function readSampleSite(): Promise<SampleSite> {
  return siteFile.parse(JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')));
}

/** In the order of their files; `slug` is the file's name. */
export async function readSampleArticles() {
  const [{ splitFrontMatter }, { readFields }] = await Promise.all([
    import('@mojian/foreign-files/markdown/front-matter'), // loads a YAML parser, needed at the first start only
    import('@mojian/foreign-files/markdown/fields'),
  ]);
  const names = (await readdir(join(folder, 'articles'))).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => {
      const { fields = {}, body } = splitFrontMatter(await readFile(join(folder, 'articles', name), 'utf8'));
      const { date = Date.now(), ...said } = readFields(fields);
      return { ...said, date, slug: name.slice(0, -'.md'.length), markdown: body.trim() };
    }),
  );
}

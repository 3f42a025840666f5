import { aiDeclaration } from '@mojian/contract/core/ai-content';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { feedRoutes } from './feeds.routes.ts';

const site = freshSite();
let app: FastifyInstance;

beforeEach(async () => {
  app = Fastify();
  feedRoutes(app, site);
});
afterEach(() => app.close());

const line = `<p>${aiDeclaration}</p>`;
const newest = async (): Promise<string> => (await app.inject('/feed.json')).json().items[0].content_html;
const shown = (id: number) => site.as(null).articles.info({ query: { id } });

test('an author declares that an article contains what an AI made, and takes it back', async () => {
  const id = await site.writes({ authorId: site.owner.id, markdown: '雨停了。' });
  const mine = site.as(site.owner).drafts;
  const declare = async (hasAiContent: boolean) => {
    const { version, content } = await mine.mine({ query: { id } });
    const saved = await mine.save({ body: { id, version, content: { ...content, hasAiContent } } });
    await mine.submit({ body: { id, version: saved.version } });
  };
  expect([(await shown(id)).hasAiContent, await newest()]).toEqual([false, expect.not.stringContaining(line)]);
  await declare(true);
  expect((await shown(id)).hasAiContent).toBe(true);
  expect(await newest()).toMatch(new RegExp(`${line}$`));
  expect((await mine.mine({ query: { id } })).content.hasAiContent).toBe(true);
  await declare(false);
  expect([(await shown(id)).hasAiContent, await newest()]).toEqual([false, expect.not.stringContaining(line)]);
});

test('a locked article and a page declare it too', async () => {
  const locked = await site.writes({ readType: 4, hasAiContent: true });
  expect(await shown(locked)).toMatchObject({ locked: true, hasAiContent: true });
  expect(await newest()).toMatch(new RegExp(`阅读全文</a></p>${line}$`));
  const page = await site.writes({ kind: 'page', slug: 'colophon', hasAiContent: true });
  expect(await shown(page)).toMatchObject({ kind: 'page', hasAiContent: true });
});

test('a say declares it, in the list and the feed, and keeps it when its visibility changes', async () => {
  const { says } = site.as(site.owner);
  const { id } = await says.insert({ body: { text: '画了一座桥', hasAiContent: true } });
  await says.insert({ body: { text: '自己画的' } });
  const list = async () => (await says.list({ query: {} })).records.map((say) => say.hasAiContent);
  expect(await list()).toEqual([false, true]);
  const feed = (await app.inject('/feed/say.xml')).body;
  expect(feed.split(aiDeclaration)).toHaveLength(2);
  await says.setVisibility({ body: { id, isPublic: false } });
  expect(await list()).toEqual([false, true]);
  await says.update({ body: { id, text: '画了一座桥' } });
  expect(await list()).toEqual([false, false]);
});

test('a declaration that is neither yes nor no is refused', async () => {
  const body = { text: '雨', hasAiContent: '是' as unknown as boolean };
  await expect(site.as(site.owner).says.insert({ body })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'hasAiContent',
  });
});

import { characterOf, numberOfCharacter } from '@mojian/contract/core/cover-number';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawCoverEffect, isCharacterUsed } from '../src/content/article-covers/article-covers.ts';
import { coverFolder, coverUrl } from '../src/core/covers/cover.ts';
import { coverRoutes } from '../src/core/covers/covers.routes.ts';
import { drawCover } from '../src/core/covers/draw-cover.ts';
import { effectsOf } from '../src/effects.ts';
import { testSite } from './site.ts';

let site: Awaited<ReturnType<typeof testSite>>;
beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

async function publish(content: { title: string; markdown: string; category?: string; cover?: string }) {
  const { id, version } = await site.as(site.owner).drafts.create({ body: { key: 'browser-1', content } });
  await site.as(site.owner).drafts.submit({ body: { id, version } });
  return site.as(null).articles.info({ query: { id } });
}

const toDraw = () =>
  site.db.selectFrom('outbox').select(['kind', 'payload']).where('kind', '=', drawCoverEffect).execute();

test('what is published is drawn behind, so that every size answers its first reader without drawing', async () => {
  const { coverNumber: number } = await publish({ title: '立冬', markdown: '湖。', category: '漫步' });
  const [entry, ...others] = await toDraw();
  expect([JSON.parse(entry?.payload ?? ''), others]).toEqual([{ number }, []]);
  const effects = effectsOf({ db: site.db, dataDir: site.dataDir, mailer: {} } as Parameters<typeof effectsOf>[0]);
  await effects[drawCoverEffect]({ number });

  const draw = vi.fn(drawCover);
  const app = Fastify();
  coverRoutes(app, {
    folder: coverFolder(site.dataDir),
    isUsed: (other) => isCharacterUsed(site.db, other),
    draw,
  });
  for (const shape of ['wide', 'banner'] as const)
    for (const theme of ['day', 'night'] as const)
      for (const size of [undefined, 'third', 'half', 'four-fifths'] as const) {
        const reply = await app.inject(coverUrl({ number, shape, theme, size }));
        expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp']);
      }
  expect(draw).not.toHaveBeenCalled();
  await app.close();
});

test('a category of large characters shows one of the title, which nobody can have drawn who asks for others', async () => {
  const { categories } = site.office(site.owner);
  const { id } = await categories.create({ body: { name: '代码', intro: '', coverStyle: 'character' } });
  expect(await categories.list()).toMatchObject([{ id, coverStyle: 'character' }]);
  const { coverNumber: number } = await publish({ title: '外婆的「账」本', markdown: '账。', category: '代码' });
  expect(characterOf(number)).toMatchObject({ character: '账', pigment: 0 });
  const app = Fastify();
  const isUsed = (other: number) => isCharacterUsed(site.db, other);
  coverRoutes(app, { folder: coverFolder(site.dataDir), isUsed });
  const statusOf = async (other: number) =>
    (await app.inject(coverUrl({ number: other, shape: 'wide', theme: 'day', size: 'third' }))).statusCode;
  expect(await statusOf(number)).toBe(200);
  expect(await statusOf(numberOfCharacter({ character: '鱼', layout: 0, pigment: 0 }))).toBe(404);
  await app.close();
  const wrong = { name: '杂记', intro: '', coverStyle: 'photo' as 'painting' };
  await expect(categories.create({ body: wrong })).rejects.toMatchObject({ id: 'invalid-input', field: 'coverStyle' });
});

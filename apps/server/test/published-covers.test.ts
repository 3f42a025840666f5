import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawCoverEffect } from '../src/content/article-covers/article-covers.ts';
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
  coverRoutes(app, coverFolder(site.dataDir), draw);
  for (const shape of ['wide', 'banner'] as const)
    for (const theme of ['day', 'night'] as const)
      for (const size of [undefined, 'third', 'half', 'four-fifths'] as const) {
        const reply = await app.inject(coverUrl({ number, shape, theme, size }));
        expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp']);
      }
  expect(draw).not.toHaveBeenCalled();
  await app.close();
});

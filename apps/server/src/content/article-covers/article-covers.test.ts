import { MOTIFS, paintingOf } from '@mojian/contract/core/cover-number';
import { pigments } from '@mojian/contract/core/pigments';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { chooseCovers } from './article-covers.ts';
import { motifsApart } from './choose-cover.ts';

const day = 24 * 3_600_000;
const start = Date.parse('2026-01-01T00:00:00+08:00');

let site: Awaited<ReturnType<typeof testSite>>;
beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

/** Cards of all articles in the order of publication. */
async function published() {
  const { records } = await site.as(null).articles.list({ query: { pageSize: 50 } });
  return records.toSorted((one, other) => one.publishedAt.localeCompare(other.publishedAt));
}

const motifOf = ({ coverNumber }: { coverNumber: number }) => paintingOf(coverNumber)?.motif;

async function expectApart() {
  const cards = await published();
  const categories = Map.groupBy(cards, ({ category }) => category?.id);
  for (const list of [cards, ...categories.values()])
    for (const [index, card] of list.entries())
      expect(list.slice(Math.max(0, index - motifsApart), index).map(motifOf)).not.toContain(motifOf(card));
  return cards;
}

const writeMany = async (count: number) => {
  const ids: number[] = [];
  for (let index = 0; index < count; index++)
    ids.push(
      await site.writes({
        title: `第 ${index} 篇`,
        category: ['读书', '漫步', '代码'][index % 3] ?? null,
        publishedAt: start + index * day,
        pinned: index % 5 === 0,
      }),
    );
  return ids;
};

test('articles get covers that neighbours do not have, in the pigment of their category, and keep the motif', async () => {
  const [first = 0] = await writeMany(24);
  const cards = await expectApart();
  expect(cards.map(({ coverNumber }) => pigments[paintingOf(coverNumber)?.pigment ?? -1])).toEqual(
    cards.map(({ category }) => category?.pigment),
  );
  expect(new Set(cards.map(({ category }) => category?.pigment)).size).toBe(3);

  await site.writes({ id: first, title: '另一个题目', category: '代码', publishedAt: start + 40 * day });
  const moved = (await published()).find(({ id }) => id === first);
  expect([moved && motifOf(moved), moved?.category?.pigment]).toEqual([
    motifOf(cards[0] ?? { coverNumber: -1 }),
    'celadon',
  ]);
});

test('articles from before covers were chosen get theirs in the order of publication, in batches', async () => {
  await writeMany(24);
  const all = await site.db.selectFrom('articleCovers').selectAll().orderBy('articleId').execute();
  const stays = all.slice(20);
  await site.db
    .deleteFrom('articleCovers')
    .where(
      'articleId',
      'not in',
      stays.map(({ articleId }) => articleId),
    )
    .execute();
  await site.db.deleteFrom('outbox').execute();
  await chooseCovers(site.db, { after: null });
  const chosen = await site.db.selectFrom('articleCovers').selectAll().orderBy('articleId').execute();
  expect(chosen).toHaveLength(24);
  expect(chosen).toEqual(expect.arrayContaining(stays));
  const motifs = chosen.slice(0, 20).map(({ drawn }) => drawn % MOTIFS);
  for (const [index, motif] of motifs.entries())
    expect(motifs.slice(Math.max(0, index - motifsApart), index)).not.toContain(motif);
  const entries = await site.db.selectFrom('outbox').select(['kind', 'payload']).execute();
  expect(entries).toEqual([{ kind: 'drop-pages', payload: '{"tags":["articles","site"]}' }]);
  await chooseCovers(site.db, { after: null });
  expect(await site.db.selectFrom('articleCovers').selectAll().orderBy('articleId').execute()).toEqual(chosen);
});

async function publish(content: { title: string; markdown: string; category?: string; cover?: string }) {
  const { id, version } = await site.as(site.owner).drafts.create({ body: { key: 'browser-1', content } });
  await site.as(site.owner).drafts.submit({ body: { id, version } });
  return site.as(null).articles.info({ query: { id } });
}

test('the editor shows the cover that readers see', async () => {
  const { id, coverNumber } = await publish({ title: '小雪', markdown: '雪。', category: '漫步' });
  expect(await site.as(site.owner).drafts.mine({ query: { id } })).toMatchObject({ drawnCover: coverNumber });
  const draft = await site.as(site.owner).drafts.create({ body: { key: 'browser-2', content: { title: '大雪' } } });
  expect(await site.as(site.owner).drafts.mine({ query: { id: draft.id } })).toMatchObject({ drawnCover: null });
});

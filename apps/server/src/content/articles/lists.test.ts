import type { ArticleAct } from '@mojian/contract/content/articles-admin';
import { expect, test } from 'vitest';
import { expectRightLists } from '../../../test/article-lists.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { publishDue } from '../drafts/due.ts';
import { showArchive } from './archive.ts';

const site = freshSite();

const day = 86_400_000;
const times = [
  Date.parse('2024-12-31T23:59:59.999+08:00'),
  Date.parse('2025-01-01T00:00:00+08:00'),
  Date.parse('1969-12-31T00:00:00+08:00'),
  Date.parse('2026-03-08T12:00:00+08:00'),
];

/** Random whole numbers, equal on every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Acts that change what is listed, on random articles; an act that is refused changes nothing. */
function actsOf(random: (below: number) => number) {
  const one = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  const words = [...'风花雪月雨'];
  const ids = async () => (await site.db.selectFrom('articles').select('id').execute()).map(({ id }) => id);
  const any = async () => one(await ids());
  const tags = () => [...new Set([one(words), one(words)])].slice(0, random(3));
  const draft = () => ({
    title: one(['甲', '乙', '丙']),
    markdown: '字'.repeat(1 + random(9)),
    authorId: one([site.lin.id, site.owner.id]),
    category: one([null, '四时', '节气']),
    tags: tags(),
    pinned: random(5) === 0,
    kind: random(8) === 0 ? ('page' as const) : undefined,
    state: one(['published', 'published', 'draft', 'private', 'withdrawn'] as const),
    publishedAt: one(times) + random(3) * day,
  });
  const office = site.office(site.owner);
  const act = async (act: ArticleAct, more: object = {}) => {
    const { done } = await office.articles.act({ body: { ids: [await any(), await any()], act, ...more } });
    if (done === 0) throw new Error('refused');
  };
  const tagId = async () => one((await site.db.selectFrom('tags').select('id').execute()).map(({ id }) => id));
  const category = async () => one((await site.db.selectFrom('categories').select('id').execute()).map(({ id }) => id));
  return {
    write: () => site.writes({ ...draft(), slug: null }),
    rewrite: async () => site.writes({ ...draft(), id: await any() }),
    publish: () => act('publish'),
    withdraw: () => act('withdraw'),
    trash: () => act('trash'),
    restore: () => act('restore'),
    purge: () => act('purge'),
    pin: () => act('pin'),
    unpin: () => act('unpin'),
    tag: () => act('tag', { tag: one(words) }),
    untag: () => act('untag', { tag: one(words) }),
    sort: async () => act('category', { categoryId: one([null, await category()]) }),
    merge: async () => office.tags.merge({ body: { ids: [await tagId()], into: await tagId() } }),
    drop: async () => office.categories.remove({ query: { id: await category(), to: await category() } }),
    collect: async () => {
      const known = await site.db.selectFrom('series').select('id').execute();
      const name = `连载${random(1e9)}`;
      const made = { authorId: site.lin.id, name, createdAt: 1, updatedAt: 1 };
      if (known.length < 3) await site.db.insertInto('series').values(made).execute();
      const seriesId = one([null, ...known.map(({ id }) => id)]);
      await site.db
        .updateTable('articles')
        .set({ seriesId })
        .where('id', 'in', [await any(), await any(), await any()])
        .execute();
    },
    disband: async () => {
      const series = one(await site.db.selectFrom('series').select('id').execute());
      await site.db.deleteFrom('series').where('id', '=', series.id).execute();
    },
    schedule: async () => {
      const drafts = site.as(site.owner).drafts;
      const { id, version } = await drafts.create({
        body: { key: `key-${random(1e9)}`, content: { title: '定时', markdown: '到点。', tags: tags() } },
      });
      await drafts.submit({ body: { id, version, publishAt: new Date(Date.now() + day).toISOString() } });
      await publishDue(site, undefined, Date.now() + 2 * day);
    },
    read: async () => {
      site.visits.recordRead({ address: `10.0.0.${random(250)}`, agent: 'Firefox', articleId: await any() });
      await site.visits.flush();
    },
    move: async () => {
      const moved = { publishedAt: one(times), categoryId: one([null, await category()]) };
      const to = one([{ ...moved }, { state: 'scheduled' as const }, { kind: one(['article', 'page'] as const) }]);
      await site.db
        .updateTable('articles')
        .set(to)
        .where('id', 'in', [await any(), await any()])
        .execute();
    },
  };
}

for (const seed of [1, 2])
  test(`stored lists and counts are right after random acts (${seed})`, { timeout: 120_000 }, async () => {
    const random = createRandom(seed);
    const acts = actsOf(random);
    const names = Object.keys(acts) as (keyof typeof acts)[];
    for (let article = 0; article < 8; article++) await acts.write();
    const done = new Set<string>();
    for (let turn = 0; turn < 120 || (turn < 600 && done.size < names.length); turn++) {
      const name = names[random(names.length)] ?? 'write';
      await acts[name]().then(
        () => done.add(name),
        () => {},
      );
      if (turn % 3 === 0) await expectRightLists(site.db);
    }
    await expectRightLists(site.db);
    expect(names.filter((name) => !done.has(name))).toEqual([]);
  });

test('deleting rows with their parents leaves no list entry', async () => {
  await site.writes({ title: '甲', category: '四时', tags: ['雨', '花'] });
  await site.db.deleteFrom('categories').execute();
  await expectRightLists(site.db);
  await site.db.deleteFrom('tags').where('name', '=', '雨').execute();
  await expectRightLists(site.db);
  await site.db.deleteFrom('articles').execute();
  await expectRightLists(site.db);
  expect(await site.db.selectFrom('articleLists').selectAll().execute()).toEqual([]);
});

/** Copies one article `count` times. */
async function fill(count: number, change: (n: number) => object) {
  const id = await site.writes({ title: '样', publishedAt: times[1] ?? 0 });
  const { id: _, ...sample } = await site.db
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (let n = 0; n < count; n += 100)
    await site.db
      .insertInto('articles')
      .values(Array.from({ length: 100 }, (_, at) => ({ ...sample, title: String(n + at), ...change(n + at) })))
      .execute();
}

test('any page of a long list equals that part of all articles sorted', { timeout: 120_000 }, async () => {
  const random = createRandom(3);
  const start = times[0] ?? 0;
  // most in one month, and many with as many views
  await fill(3600, (n) => ({
    publishedAt: start + (n < 2400 ? random(20 * day) : random(900) * day),
    views: random(40),
    pinned: Number(n % 700 === 0),
  }));
  const rows = await site.db.selectFrom('articles').select(['id', 'pinned', 'publishedAt', 'views']).execute();
  const time = ({ publishedAt }: { publishedAt: number | null }) => publishedAt ?? 0;
  const sorted = {
    new: rows.toSorted((a, b) => b.pinned - a.pinned || time(b) - time(a) || b.id - a.id),
    hot: rows.toSorted((a, b) => b.views - a.views || b.id - a.id),
  };
  const visitor = site.as(null);
  const idsOf = ({ records }: { records: { id: number }[] }) => records.map(({ id }) => id);
  for (const sort of ['new', 'hot'] as const)
    for (const pageNo of [1, 2, 21, 24, 35, 41, 45, 50, 55, 72, 73, 74]) {
      const page = await visitor.articles.list({ query: { sort, pageNo, pageSize: 50 } });
      expect(idsOf(page), `${sort} ${pageNo}`).toEqual(
        sorted[sort].slice((pageNo - 1) * 50, pageNo * 50).map(({ id }) => id),
      );
      expect(page.total).toBe(3601);
    }
  const byTime = rows.toSorted((a, b) => time(b) - time(a) || b.id - a.id).map(({ id }) => id);
  for (const pageNo of [1, 36, 50])
    expect(idsOf(await visitor.articles.byUser({ query: { userId: site.lin.id, pageNo, pageSize: 50 } }))).toEqual(
      byTime.slice((pageNo - 1) * 50, pageNo * 50),
    );

  const inMonth = byTime.filter((id) => {
    const at = new Date(time(rows.find((row) => row.id === id) ?? { publishedAt: 0 }) + 8 * 3_600_000).toISOString();
    return at.startsWith('2025-01');
  });
  const listed: number[] = [];
  for (let pageNo = 1; listed.length < inMonth.length; pageNo++) {
    const { years } = await showArchive(site.db, { year: 2025, month: 1, pageNo });
    const [month, ...others] = years.flatMap(({ months }) => months.filter(({ articles }) => articles.length > 0));
    expect(others).toEqual([]);
    expect([month?.month, month?.from, month?.count]).toEqual([1, listed.length, inMonth.length]);
    listed.push(...(month?.articles.map(({ id }) => id) ?? []));
  }
  expect(listed).toEqual(inMonth);
});

test('a tag within a category lists the articles that have both', async () => {
  for (const [title, category, tags] of [
    ['甲', '四时', ['雨']],
    ['乙', '四时', ['雨', '花']],
    ['丙', '节气', ['雨']],
    ['丁', '四时', ['花']],
  ] as const)
    await site.writes({ title, category, tags: [...tags] });
  const idOf = async (table: 'tags' | 'categories', name: string) =>
    (await site.db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const query = { categoryId: await idOf('categories', '四时'), tagId: await idOf('tags', '雨') };
  const page = await site.as(null).articles.list({ query });
  expect([page.total, ...page.records.map(({ title }) => title)]).toEqual([2, '乙', '甲']);
});

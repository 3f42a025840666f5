import { expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { publishDue } from './due.ts';
import { approveArticle, refuseArticle } from './review.ts';
import { purgeTrash } from './trash.ts';

const site = freshSite();

const day = 86_400_000;
let keys = 0;
const begin = (viewer: Viewer, title = '春天', markdown = '雨水。') =>
  site.as(viewer).drafts.create({ body: { key: `browser-${++keys}`, content: { title, markdown } } });
const submit = (viewer: Viewer, { id, version }: { id: number; version: number }, publishAt?: number) =>
  site.as(viewer).drafts.submit({
    body: { id, version, ...(publishAt !== undefined && { publishAt: new Date(publishAt).toISOString() }) },
  });
const save = async (viewer: Viewer, id: number, markdown: string) => {
  const { version, content } = await mine(viewer, id);
  return site.as(viewer).drafts.save({ body: { id, version, content: { ...content, markdown } } });
};
const withdraw = (viewer: Viewer | null, id: number) => site.as(viewer).drafts.withdraw({ body: { id } });
const remove = (viewer: Viewer | null, id: number) => site.as(viewer).drafts.remove({ query: { id } });
const restore = (viewer: Viewer | null, id: number) => site.as(viewer).drafts.restore({ body: { id } });
const mine = (viewer: Viewer, id: number) => site.as(viewer).drafts.mine({ query: { id } });
const read = (id: number) => site.as(null).articles.info({ query: { id } });
const found = async (keyword: string) => (await site.as(null).articles.search({ query: { keyword } })).total;
const listed = async () => (await site.as(null).articles.list({ query: {} })).total;
const reported = async (viewer: Viewer) => (await site.as(viewer).notices.list({ query: { type: 0 } })).records;
const published = async (viewer = site.owner) => {
  const draft = await begin(viewer);
  return { id: draft.id, ...(await submit(viewer, draft)) };
};
/** Moves the hour of what is scheduled into the past. */
const comes = async (id: number, publishedAt = Date.now() - 1000) => {
  await site.db.updateTable('articles').set({ publishedAt }).where('id', '=', id).execute();
  return publishedAt;
};

test('a scheduled article is hidden until its time, then published once as submitted', async () => {
  const draft = await begin(site.owner);
  expect(await submit(site.owner, draft, Date.now() + day)).toMatchObject({ state: 'scheduled' });
  expect(await mine(site.owner, draft.id)).toMatchObject({
    state: 'scheduled',
    changed: false,
    may: { withdraw: true },
  });
  await save(site.owner, draft.id, '谷雨。');
  expect(await mine(site.owner, draft.id)).toMatchObject({ state: 'scheduled', changed: true });
  await save(site.owner, draft.id, '雨水。');
  expect(await mine(site.owner, draft.id)).toMatchObject({ state: 'scheduled', changed: false });
  await save(site.owner, draft.id, '惊蛰。');
  await publishDue(site);
  await expect(read(draft.id)).rejects.toMatchObject({ id: 'not-found' });
  expect([await listed(), await found('雨水')]).toEqual([0, 0]);

  const time = await comes(draft.id);
  await Promise.all([publishDue(site), publishDue(site), publishDue(site)]);
  await publishDue(site);
  expect(await read(draft.id)).toMatchObject({ publishedAt: new Date(time).toISOString(), title: '春天' });
  expect([await listed(), await found('雨水'), await found('惊蛰')]).toEqual([1, 1, 0]);
  expect(await mine(site.owner, draft.id)).toMatchObject({ changed: true, content: { markdown: '惊蛰。' } });
  expect(await site.db.selectFrom('outbox').select('id').where('kind', '=', 'tell-followers').execute()).toHaveLength(
    1,
  );
});

test('the second process to publish a due article does nothing', async () => {
  const draft = await begin(site.owner);
  const { version } = await submit(site.owner, draft, Date.now() + day);
  await comes(draft.id);
  const first = { version: version + 1, state: 'published' } as const;
  await atOnce(
    site,
    (trx) => trx.updateTable('articles').set(first).where('id', '=', draft.id).execute(),
    () => publishDue(site),
  );
  expect(await site.db.selectFrom('articles').select('version').executeTakeFirst()).toEqual({ version: version + 1 });
  expect(await site.db.selectFrom('outbox').select('id').where('kind', '=', 'tell-followers').execute()).toEqual([]);
});

test('a time in the past, beyond a year, or for what is published already is refused at its field', async () => {
  const draft = await begin(site.owner);
  for (const time of [Date.now() - 1, Date.now() + 367 * day])
    await expect(submit(site.owner, draft, time)).rejects.toMatchObject({ id: 'invalid-input', field: 'publishAt' });
  await expect(submit(site.owner, draft, Date.now() - 1)).rejects.toMatchObject({ message: '定时须在将来' });
  const article = await published();
  await expect(submit(site.owner, article, Date.now() + day)).rejects.toMatchObject({ field: 'publishAt' });
  expect(await mine(site.owner, draft.id)).toMatchObject({ state: 'draft', version: draft.version });
});

test('a scheduled article can be unscheduled with its text, and published now', async () => {
  const draft = await begin(site.owner);
  await submit(site.owner, draft, Date.now() + day);
  const { version } = await withdraw(site.owner, draft.id);
  expect(await mine(site.owner, draft.id)).toMatchObject({
    state: 'draft',
    version,
    publishedAt: null,
    changed: true,
    content: { title: '春天', markdown: '雨水。' },
  });
  await publishDue(site, undefined, Date.now() + 2 * day);
  expect(await listed()).toBe(0);
  expect(await submit(site.owner, { id: draft.id, version })).toMatchObject({ state: 'published' });
  await expect(withdraw(site.ming, draft.id)).rejects.toMatchObject({ id: 'not-found' });
});

test('texts of a closed, disabled or muted account wait until it is back', async () => {
  const draft = await begin(site.owner);
  await submit(site.owner, draft, Date.now() + day);
  await comes(draft.id);
  const author = (change: object) => site.db.updateTable('users').set(change).where('id', '=', site.owner.id).execute();
  const free = { closesAt: null, disabledAt: null, disabledUntil: null, mutedAt: null, mutedUntil: null };
  const until = Date.now() + day;
  const bars = [
    { closesAt: until },
    { disabledAt: 1 },
    { disabledAt: 1, disabledUntil: until },
    { mutedAt: 1 },
    { mutedAt: 1, mutedUntil: until },
  ];
  for (const bar of bars) {
    await author({ ...free, ...bar });
    await publishDue(site);
    expect(await listed(), JSON.stringify(bar)).toBe(0);
  }
  await author({ ...free, mutedAt: 1, mutedUntil: Date.now() - 1 });
  await publishDue(site);
  expect(await listed()).toBe(1);
});

test('a due text whose author may no longer publish is reviewed; one changed since is a draft again', async () => {
  await site.db.updateTable('users').set({ role: 'editor' }).where('id', '=', site.lin.id).execute();
  const [one, other] = [await begin(site.lin, '春天'), await begin(site.lin, '夏天')];
  const page = await site.as(site.lin).drafts.create({
    body: { key: 'browser-page', kind: 'page', content: { title: '关于', markdown: '雨水。', slug: 'guan-yu' } },
  });
  for (const draft of [one, other, page]) {
    await submit(site.lin, draft, Date.now() + day);
    await comes(draft.id);
  }
  await save(site.lin, other.id, '惊蛰。');
  await site.db.updateTable('users').set({ role: 'member' }).where('id', '=', site.lin.id).execute();
  await publishDue(site);
  expect(await listed()).toBe(0);
  await expect(read(one.id)).rejects.toMatchObject({ id: 'not-found' });
  expect(await mine(site.lin, one.id)).toMatchObject({
    state: 'pending',
    publishedAt: null,
    submittedAt: expect.any(String),
    content: { markdown: '雨水。' },
  });
  expect(await mine(site.lin, other.id)).toMatchObject({
    state: 'draft',
    submittedAt: null,
    content: { markdown: '惊蛰。' },
  });
  expect(await mine(site.lin, page.id)).toMatchObject({ state: 'draft', submittedAt: null });
  expect((await reported(site.lin)).map(({ title, text }) => `${title} ${text}`).sort()).toEqual([
    '到时的文章改为等待审核 《春天》：你现在没有直接发布的权限',
    '到时的文章没有发布，回到了草稿 《关于》：你现在没有直接发布的权限',
    '到时的文章没有发布，回到了草稿 《夏天》：你现在没有直接发布的权限',
  ]);
  expect(await reported(site.owner)).toMatchObject([{ title: '有文章等待审核' }]);
  await approveArticle(site, one.id);
  expect(await read(one.id)).toMatchObject({ title: '春天' });
});

test('a withdrawn article disappears and returns with its date and counters', async () => {
  const { id } = await published();
  await site.db.updateTable('articles').set({ publishedAt: 1000, likes: 3 }).execute();
  const { version, state } = await withdraw(site.owner, id);
  expect(state).toBe('withdrawn');
  await expect(read(id)).rejects.toMatchObject({ id: 'not-found' });
  expect([await listed(), await found('雨水')]).toEqual([0, 0]);
  await expect(withdraw(site.owner, id)).rejects.toMatchObject({ id: 'already-done' });
  expect(await submit(site.owner, { id, version })).toMatchObject({ state: 'published' });
  expect(await read(id)).toMatchObject({ likes: 3, publishedAt: '1970-01-01T00:00:01.000Z' });
  expect([await listed(), await found('雨水')]).toEqual([1, 1]);
});

test('a submission must be withdrawn first, also for a published article', async () => {
  const draft = await begin(site.lin);
  await submit(site.lin, draft);
  expect(await withdraw(site.lin, draft.id)).toMatchObject({ state: 'draft' });
  expect(await mine(site.lin, draft.id)).toMatchObject({ state: 'draft', submittedAt: null });
  const id = await site.writes();
  await submit(site.lin, await save(site.lin, id, '惊蛰。'));
  expect(await withdraw(site.lin, id)).toMatchObject({ state: 'published' });
  expect(await mine(site.lin, id)).toMatchObject({ submittedAt: null, content: { markdown: '惊蛰。' } });
  expect(await withdraw(site.lin, id)).toMatchObject({ state: 'withdrawn' });
});

test('changes to a published article can be discarded; those to an unpublished one cannot', async () => {
  const { id } = await published();
  const { version } = await save(site.owner, id, '惊蛰。');
  const discard = (viewer: Viewer, at = version) => site.as(viewer).drafts.discard({ body: { id, version: at } });
  await expect(discard(site.ming)).rejects.toMatchObject({ id: 'not-found' });
  await expect(discard(site.owner, version - 1)).rejects.toMatchObject({ id: 'stale' });
  expect(await discard(site.owner)).toEqual({ version: version + 1 });
  expect(await mine(site.owner, id)).toMatchObject({ changed: false, content: { markdown: '雨水。' } });
  expect((await site.db.selectFrom('revisions').select('reason').execute()).map(({ reason }) => reason)).toContain(
    'replaced',
  );
  const draft = await begin(site.owner);
  await expect(
    site.as(site.owner).drafts.discard({ body: { id: draft.id, version: draft.version } }),
  ).rejects.toMatchObject({ id: 'invalid-input' });
  expect(await mine(site.owner, draft.id)).toMatchObject({ content: { markdown: '雨水。' } });
});

test('an approved text is published and its author notified; an approved change replaces the published text', async () => {
  const draft = await begin(site.lin);
  await submit(site.lin, draft);
  await approveArticle(site, draft.id);
  expect(await read(draft.id)).toMatchObject({ title: '春天' });
  expect(await reported(site.lin)).toMatchObject([
    { title: '文章通过了审核', text: '春天', link: `/article/${draft.id}` },
  ]);
  await expect(approveArticle(site, draft.id)).rejects.toMatchObject({ id: 'not-found' });

  await submit(site.lin, await save(site.lin, draft.id, '惊蛰。'));
  expect((await read(draft.id)).html).toContain('雨水');
  await approveArticle(site, draft.id);
  expect((await read(draft.id)).html).toContain('惊蛰');
  expect(await mine(site.lin, draft.id)).toMatchObject({ changed: false, submittedAt: null });
});

test('a refused text returns with the reason, and can be changed and submitted again', async () => {
  const draft = await begin(site.lin);
  await submit(site.lin, draft);
  await expect(refuseArticle(site.db, draft.id, ' ')).rejects.toMatchObject({ field: 'reason' });
  await refuseArticle(site.db, draft.id, '太短', { reviewerId: site.owner.id });
  expect(await mine(site.lin, draft.id)).toMatchObject({
    state: 'refused',
    refusal: '太短',
    submittedAt: null,
    content: { markdown: '雨水。' },
  });
  expect(await reported(site.lin)).toMatchObject([{ text: '《春天》：太短', link: `/newposts?id=${draft.id}` }]);
  await expect(refuseArticle(site.db, draft.id, '再拒')).rejects.toMatchObject({ id: 'not-found' });
  const longer = await save(site.lin, draft.id, '雨水。惊蛰。');
  expect(await mine(site.lin, draft.id)).toMatchObject({ state: 'refused', refusal: '太短' });
  expect(await submit(site.lin, longer)).toMatchObject({ state: 'pending' });
  expect(await mine(site.lin, draft.id)).toMatchObject({ refusal: '' });
});

test('trashing hides an article and revokes its links; restoring brings it back unchanged', async () => {
  const { id } = await published();
  await site.db
    .insertInto('shares')
    .values({ articleId: id, token: 't', createdAt: 1, expiresAt: Date.now() + day })
    .execute();
  await expect(remove(site.ming, id)).rejects.toMatchObject({ id: 'not-found' });
  await expect(remove(null, id)).rejects.toMatchObject({ id: 'signed-out' });
  await remove(site.owner, id);
  await expect(read(id)).rejects.toMatchObject({ id: 'gone' });
  expect([await listed(), await found('雨水')]).toEqual([0, 0]);
  expect(await site.db.selectFrom('shares').selectAll().execute()).toEqual([]);
  await expect(mine(site.owner, id)).rejects.toMatchObject({ id: 'gone' });
  await expect(remove(site.owner, id)).rejects.toMatchObject({ id: 'not-found' });
  await expect(restore(site.ming, id)).rejects.toMatchObject({ id: 'not-found' });

  expect(await restore(site.owner, id)).toEqual({ state: 'published' });
  expect([await listed(), await found('雨水')]).toEqual([1, 1]);
  await expect(restore(site.owner, id)).rejects.toMatchObject({ id: 'not-found' });
  const draft = await begin(site.lin);
  await remove(site.lin, draft.id);
  expect(await restore(site.lin, draft.id)).toEqual({ state: 'draft' });
  expect(await mine(site.lin, draft.id)).toMatchObject({ content: { markdown: '雨水。' } });
});

test('editors remove others’ published articles, not drafts; the author is notified and cannot restore them', async () => {
  const id = await site.writes();
  await remove(site.owner, id);
  expect(await reported(site.lin)).toMatchObject([{ title: '文章被管理员移除', text: '春天' }]);
  await expect(restore(site.lin, id)).rejects.toMatchObject({ id: 'not-allowed' });
  expect(await restore(site.owner, id)).toEqual({ state: 'published' });
  const draft = await begin(site.lin);
  await expect(remove(site.owner, draft.id)).rejects.toMatchObject({ id: 'not-found' });
});

test('a scheduled article whose time passed in the trash is a draft again', async () => {
  const draft = await begin(site.owner);
  await submit(site.owner, draft, Date.now() + day);
  await remove(site.owner, draft.id);
  await comes(draft.id);
  await publishDue(site);
  expect(await restore(site.owner, draft.id)).toEqual({ state: 'draft' });
  await publishDue(site);
  expect(await listed()).toBe(0);
});

test('after thirty days in the trash an article and all that belongs to it are erased, and nothing else', async () => {
  const [id, other] = [await site.writes({ tags: ['雨'] }), await site.writes()];
  for (const articleId of [id, other]) {
    await site.as(site.ming).comments.post({ body: { articleId, text: `第 ${articleId} 句` } });
    await site.as(site.ming).articles.like({ query: { articleId } });
    await site.as(site.ming).collects.collect({ query: { articleId } });
    await save(site.lin, articleId, '惊蛰。');
  }
  await remove(site.lin, id);
  await purgeTrash(site);
  expect(await restore(site.lin, id)).toEqual({ state: 'published' });
  await remove(site.lin, id);
  await purgeTrash(site, undefined, Date.now() + 31 * day);
  await expect(restore(site.lin, id)).rejects.toMatchObject({ id: 'not-found' });
  for (const table of ['articles', 'comments', 'likes', 'collects', 'drafts'] as const)
    expect(await site.db.selectFrom(table).selectAll().execute(), table).toHaveLength(1);
  expect(await site.db.selectFrom('tags').selectAll().execute()).toEqual([]);
  const notices = await site.db.selectFrom('notices').select('subject').execute();
  expect(notices.filter(({ subject }) => subject.endsWith(`article:${id}`))).toEqual([]);
  expect(await read(other)).toMatchObject({ comments: 1, likes: 1 });
});

test('own articles are listed by state, searched by title, last changed first, with a count per state', async () => {
  const ids = [await begin(site.lin, '一 100%'), await begin(site.lin, '二 100a'), await begin(site.lin, '三')];
  const [one, two, three] = ids.map(({ id }) => id);
  await submit(site.lin, { id: two ?? 0, version: 1 });
  await remove(site.lin, three ?? 0);
  await site.writes({ title: '四' });
  await begin(site.ming, '别人的 100%');
  for (const [at, id] of [one, two].entries())
    await site.db
      .updateTable('drafts')
      .set({ savedAt: 10 - at })
      .where('articleId', '=', id ?? 0)
      .execute();
  const list = (query: Parameters<ReturnType<typeof site.as>['drafts']['list']>[0]['query'] = {}) =>
    site.as(site.lin).drafts.list({ query });
  const titles = async (query = {}) => (await list(query)).data.records.map(({ title }) => title);

  expect(await titles()).toEqual(['四', '一 100%', '二 100a']);
  expect((await list()).extra).toEqual({
    all: 3,
    draft: 1,
    pending: 1,
    scheduled: 0,
    published: 1,
    private: 0,
    withdrawn: 0,
    refused: 0,
    trash: 1,
  });
  expect(await titles({ state: 'pending' })).toEqual(['二 100a']);
  expect(await titles({ state: 'trash' })).toEqual(['三']);
  expect(await titles({ keyword: '100%' })).toEqual(['一 100%']);
  expect(await titles({ keyword: '_' })).toEqual([]);
  expect(await titles({ keyword: '\\' })).toEqual([]);
  expect((await list({ pageSize: 1, pageNo: 2 })).data).toMatchObject({
    total: 3,
    pages: 3,
    records: [{ title: '一 100%' }],
  });
  expect((await list({ state: 'draft' })).data.records).toMatchObject([
    { id: one, state: 'draft', changed: true, words: 2, submittedAt: null, publishedAt: null, removedAt: null },
  ]);
  await expect(site.as(null).drafts.list({ query: {} })).rejects.toMatchObject({ id: 'signed-out' });
});

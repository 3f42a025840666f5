import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { testSite } from '../../../test/site.ts';
import { upload } from '../../../test/upload.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { deleteOldExcerpts } from '../reports/reports.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite();
  await letMembersPost(true);
});
afterEach(() => site.close());

type Viewer = typeof site.ming | null;
type Draft = { text: string; pictures?: string[]; place?: string; weather?: string; isPublic?: boolean; key?: string };

async function set(group: 'says' | 'moderation', values: object) {
  await site.db.transaction().execute((trx) => saveSettings(trx, group, values));
  forgetSettings(site.db);
  await site.db.deleteFrom('outbox').execute();
}
const letMembersPost = (members: boolean) => set('says', { members });
const post = (viewer: Viewer, draft: string | Draft) =>
  site.as(viewer).says.insert({ body: typeof draft === 'string' ? { text: draft } : draft });
const edit = (viewer: Viewer, id: number, draft: Draft) => site.as(viewer).says.update({ body: { id, ...draft } });
const remove = (viewer: Viewer, id: number) => site.as(viewer).says.remove({ query: { id } });
const list = (viewer: Viewer = null) => site.as(viewer).says.list({ query: {} });
const rows = () => site.db.selectFrom('says').selectAll().orderBy('id').execute();
const events = async () => {
  const live = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'live').orderBy('id').execute();
  return live.flatMap(({ payload }) => JSON.parse(payload).events);
};
const picture = async (viewer: typeof site.ming, red: number) => {
  const background = { r: red, g: 20, b: 30 };
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  return (await upload(site, viewer, bytes)).data.url;
};

async function leftNothing(before = 0) {
  expect(await rows()).toHaveLength(before);
  expect(await site.db.selectFrom('outbox').select('id').execute()).toEqual([]);
}

const hide = (db: Db | Trx, id: number) =>
  db
    .updateTable('says')
    .set({ state: 'held', reasons: JSON.stringify(['管理员隐藏了它']) })
    .where('id', '=', id)
    .execute();

test('a say is stored with its pictures in order, its place and its topics, and announced', async () => {
  const pictures = [await picture(site.ming, 200), await picture(site.ming, 100)];
  await site.db.deleteFrom('outbox').execute();
  const { id, held } = await post(site.ming, {
    text: ' **雨**停了 #天气 ',
    pictures: [...pictures, pictures[0] ?? ''],
    place: ' 杭州\n弄堂口 ',
  });
  expect(held).toBe(false);
  expect((await list(site.ming)).records).toMatchObject([
    {
      id,
      text: '**雨**停了 #天气',
      topics: ['天气'],
      place: '杭州 弄堂口',
      isPublic: true,
      held: false,
      pictures: pictures.map((url) => ({ url, width: 40, height: 30 })),
      mayEdit: true,
      mayDelete: true,
    },
  ]);
  expect((await list()).records[0]?.html).toBe('<p><strong>雨</strong>停了 <span class="topic">#天气</span></p>\n');
  expect(await events()).toEqual([{ topic: 'says', type: 'say', id }]);
});

test('a say keeps the weather its author chose, also when it is changed or shown to others', async () => {
  const { id } = await post(site.ming, { text: '雨停了', weather: '小雨 11°', isPublic: false });
  const weather = async () => (await list(site.ming)).records[0]?.weather;
  expect(await weather()).toBe('小雨 11°');
  await site.as(site.ming).says.setVisibility({ body: { id, isPublic: true } });
  expect(await weather()).toBe('小雨 11°');
  expect((await list()).records[0]?.weather).toBe('小雨 11°');
  await edit(site.ming, id, { text: '雨停了', weather: '多云 -3°' });
  expect(await weather()).toBe('多云 -3°');
  await edit(site.ming, id, { text: '雨停了' });
  expect(await weather()).toBe('');
  for (const wrong of ['下雨', '晴 100°', '晴 8', ' 晴', '晴 8°<b>'])
    await expect(post(site.ming, { text: '字', weather: wrong }), wrong).rejects.toMatchObject({ field: 'weather' });
});

test('staff may always write says, members if the owner allows it, demo and visitors never', async () => {
  expect(await site.as(site.ming).says.mayPost()).toBe(true);
  await post(site.ming, '开着的时候');
  await letMembersPost(false);
  expect(await site.as(site.ming).says.mayPost()).toBe(false);
  await expect(post(site.ming, '关了')).rejects.toMatchObject({ id: 'not-allowed', message: '站长没有开放发说说' });
  await expect(post(null, '谁')).rejects.toMatchObject({ id: 'signed-out' });
  await expect(site.as(null).says.mayPost()).rejects.toMatchObject({ id: 'signed-out' });
  await leftNothing(1);
  for (const role of ['owner', 'admin', 'editor', 'moderator'] as const) {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.lin.id).execute();
    await post(site.lin, `我是 ${role}`);
  }
  await letMembersPost(true);
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.lin.id).execute();
  await expect(post(site.lin, '看看')).rejects.toMatchObject({ id: 'not-allowed' });
  const own = (await list(site.lin)).records.find(({ author }) => author.id === site.lin.id);
  expect(own).toMatchObject({ mayEdit: false, mayDelete: false });
  await expect(remove(site.lin, own?.id ?? 0)).rejects.toMatchObject({ id: 'not-allowed' });
  await leftNothing(5);
});

test.each(['', ' \n\t ', '\u200b\u200d\ufeff', '\u3164\u2800', '\u0301', '[](https://a.cn)', '> '])(
  '%j says nothing',
  async (text) => {
    await expect(post(site.ming, text)).rejects.toMatchObject({
      id: 'invalid-input',
      message: '请输入内容',
      field: 'text',
    });
    await leftNothing();
  },
);

test('an overlong text or another member’s picture is refused with its field', async () => {
  const foreign = await picture(site.lin, 9);
  await site.db.deleteFrom('outbox').execute();
  for (const [draft, field] of [
    [{ text: '字'.repeat(2001) }, 'text'],
    [{ text: '字'.repeat(20_001) }, 'text'],
    [{ text: '好', place: '地'.repeat(31) }, 'place'],
    [{ text: '好', pictures: [foreign] }, 'pictures'],
    [{ text: '好', pictures: ['/files/none.webp'] }, 'pictures'],
    [{ text: '好', pictures: ['https://evil.example/a.png'] }, 'pictures'],
    [{ text: '好', pictures: Array.from({ length: 10 }, (_, n) => `/files/${n}.webp`) }, 'pictures'],
  ] as const)
    await expect(
      post(site.ming, { ...draft, pictures: [...('pictures' in draft ? draft.pictures : [])] }),
    ).rejects.toMatchObject({ id: 'invalid-input', field: expect.stringContaining(field) });
  await leftNothing();
  await post(site.ming, { text: '😀'.repeat(2000), place: '😀'.repeat(30) });
  expect((await list()).total).toBe(1);
});

test('a say sent twice with one key is stored once', async () => {
  const both = await Promise.all([1, 2].map(() => post(site.ming, { text: '一次', key: 'k' })));
  const again = await post(site.ming, { text: '一次', key: 'k' });
  expect(new Set([...both, again].map(({ id }) => id)).size).toBe(1);
  expect(await rows()).toHaveLength(1);
  await post(site.lin, { text: '别人的', key: 'k' });
  expect(await rows()).toHaveLength(2);
});

test('the place of a say is moderated with it, and one that is held can be neither liked, edited nor commented on', async () => {
  await set('moderation', { mode: 'none', mask: ['坏蛋'], hold: ['赌场'], links: 3 });
  await post(site.ming, { text: '你好', place: '坏蛋街' });
  expect((await list()).records[0]).toMatchObject({ text: '你好', place: '＊＊街' });
  const { id, held } = await post(site.ming, { text: '在这里 #发财', place: '赌场门口' });
  expect(held).toBe(true);
  expect((await list()).total).toBe(1);
  expect((await rows())[1]?.reasons).toContain('赌场');
  await expect(site.as(site.lin).says.like({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  await expect(edit(site.lin, id, { text: '改' })).rejects.toMatchObject({ id: 'not-found' });
  await expect(site.as(site.lin).comments.list({ query: { sayId: id } })).rejects.toThrow('说说不存在');
});

test('a word that only the rendered say shows holds it when it becomes public', async () => {
  await set('moderation', { mode: 'none', mask: [], hold: ['赌场'], links: 3 });
  const { id } = await post(site.ming, { text: '赌[场](/a)', isPublic: false });
  expect(await site.as(site.ming).says.setVisibility({ body: { id, isPublic: true } })).toEqual({ held: true });
  expect((await list()).total).toBe(0);
});

test('staff read a reported say as it was when reported, also once it is private', async () => {
  const first = await post(site.ming, '难听的话');
  const second = await post(site.ming, '更难听的话');
  for (const { id } of [first, second]) await site.as(site.lin).says.report({ body: { id, reason: '骂人' } });
  await edit(site.ming, first.id, { text: '好听的话' });
  await edit(site.ming, first.id, { text: '更好听的话' });
  await site.as(site.ming).says.setVisibility({ body: { id: second.id, isPublic: false } });
  await edit(site.ming, second.id, { text: '私下的话', isPublic: false });
  const { records } = await site.office(site.owner).reports.list({ query: {} });
  expect(records).toMatchObject([
    { text: '', isThere: false, excerpt: [{ sender: '阿明', text: '更难听的话', reported: true }] },
    { text: '更好听的话', isThere: true, excerpt: [{ sender: '阿明', text: '难听的话', reported: true }] },
  ]);
});

test('staff see the pictures of a reported say after its author took them out or made it private', async () => {
  const [one, two, three] = [
    await picture(site.ming, 200),
    await picture(site.ming, 100),
    await picture(site.ming, 50),
  ];
  const first = await post(site.ming, { text: '看图', pictures: [one, two] });
  const second = await post(site.ming, { text: '再看', pictures: [three] });
  for (const { id } of [first, second]) await site.as(site.lin).says.report({ body: { id, reason: '图片下流' } });
  await edit(site.ming, first.id, { text: '看图', pictures: [] });
  await site.as(site.ming).says.setVisibility({ body: { id: second.id, isPublic: false } });
  const { records } = await site.office(site.owner).reports.list({ query: {} });
  const shown = records.map(({ excerpt }) => excerpt.map(({ text, picture }) => [text, picture.split('?')[0]]));
  expect(shown).toEqual([
    [['再看', three]],
    [
      ['看图', one],
      ['', two],
    ],
  ]);
  for (const { picture } of records.flatMap(({ excerpt }) => excerpt))
    expect((await site.app.inject({ url: picture })).statusCode).toBe(200);

  const ids = records.map(({ id }) => id);
  await site.office(site.owner).reports.act({ body: { ids, act: 'settle' } });
  await deleteOldExcerpts(site.db, Date.now() + 91 * 86_400_000);
  const drops = site.db.selectFrom('outbox').select('id').where('kind', '=', 'drop-unshown-picture');
  expect(await drops.execute(), 'they stay the author’s files').toEqual([]);
});

test('a private say is not moderated until it is public', async () => {
  await set('moderation', { mode: 'none', mask: ['坏蛋'], hold: ['赌场'], links: 3 });
  const { id, held } = await post(site.ming, { text: '坏蛋在赌场', isPublic: false });
  expect(held).toBe(false);
  expect((await list(site.ming)).records[0]).toMatchObject({ text: '坏蛋在赌场', isPublic: false });
  expect(await events()).toEqual([]);
  expect(await edit(site.ming, id, { text: '坏蛋在赌场', isPublic: true })).toEqual({ held: true });
  expect((await list(site.ming)).records[0]).toMatchObject({ text: '＊＊在赌场', isPublic: true, held: true });
  expect((await list()).total).toBe(0);
  expect(await edit(site.ming, id, { text: '在茶馆' })).toEqual({ held: false });
  expect((await list()).total).toBe(1);
});

test('only its author edits a say, and its topics are replaced', async () => {
  const { id } = await post(site.ming, { text: '甲 #一 #二', place: '杭州' });
  const one = await picture(site.ming, 50);
  await site.db.updateTable('says').set({ likes: 3, comments: 2 }).execute();
  await edit(site.ming, id, { text: '乙 #二 #三', pictures: [one] });
  expect((await list()).records).toMatchObject([
    { id, text: '乙 #二 #三', topics: ['二', '三'], pictures: [{ url: one }], place: '', likes: 3, comments: 2 },
  ]);
  await edit(site.ming, id, { text: '乙 #二 #三', pictures: [one], isPublic: false });
  expect((await list()).total).toBe(0);
  await edit(site.ming, id, { text: '乙 #二 #三', pictures: [one], isPublic: true });
  const types = (await events()).filter(({ topic }) => topic === 'says').map(({ type }) => type);
  expect(types).toEqual(['say', 'say-changed', 'say-gone', 'say']);

  await site.db.deleteFrom('outbox').execute();
  for (const viewer of [site.lin, site.owner])
    await expect(edit(viewer, id, { text: '别人改' })).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(edit(null, id, { text: '谁' })).rejects.toMatchObject({ id: 'signed-out' });
  await expect(edit(site.ming, 999, { text: '没有' })).rejects.toMatchObject({ id: 'not-found' });
  await expect(edit(site.ming, id, { text: '\u200b' })).rejects.toMatchObject({ field: 'text' });
  await letMembersPost(false);
  await expect(edit(site.ming, id, { text: '关了' })).rejects.toMatchObject({ id: 'not-allowed' });
  expect((await list()).records[0]).toMatchObject({ text: '乙 #二 #三' });
  await leftNothing(1);
});

test('a call of its own makes a say private or public, with text and pictures unchanged', async () => {
  const one = await picture(site.ming, 50);
  const { id } = await post(site.ming, { text: '甲 #一', place: '杭州', pictures: [one] });
  const turn = (isPublic: boolean, viewer: typeof site.ming | null = site.ming) =>
    site.as(viewer).says.setVisibility({ body: { id, isPublic } });
  expect(await turn(false)).toEqual({ held: false });
  expect((await list()).total).toBe(0);
  expect((await list(site.ming)).records).toMatchObject([
    { id, text: '甲 #一', topics: ['一'], place: '杭州', isPublic: false },
  ]);
  await site.db.deleteFrom('outbox').execute();
  expect(await turn(true)).toEqual({ held: false });
  expect((await list()).records).toMatchObject([{ id, text: '甲 #一', topics: ['一'], pictures: [{ url: one }] }]);
  expect(await events()).toContainEqual({ topic: 'says', type: 'say', id });

  for (const viewer of [site.lin, site.owner])
    await expect(turn(false, viewer)).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(turn(false, null)).rejects.toMatchObject({ id: 'signed-out' });
  expect((await list()).total).toBe(1);
});

test('a say that becomes public is moderated again, and one hidden by staff stays hidden', async () => {
  await set('moderation', { mode: 'none', mask: ['坏蛋'], hold: ['赌场'], links: 3 });
  const turn = (id: number, isPublic: boolean) => site.as(site.ming).says.setVisibility({ body: { id, isPublic } });
  const secret = await post(site.ming, { text: '坏蛋在赌场', isPublic: false });
  expect(await turn(secret.id, true)).toEqual({ held: true });
  expect((await list(site.ming)).records[0]).toMatchObject({ text: '＊＊在赌场', isPublic: true, held: true });

  const { id } = await post(site.ming, '说过');
  await hide(site.db, id);
  await turn(id, false);
  expect(await turn(id, true)).toEqual({ held: true });
  expect((await list()).total).toBe(0);
});

test('a text edited while its say becomes public is moderated in its new version', async () => {
  await set('moderation', { mode: 'none', mask: [], hold: ['赌场'], links: 3 });
  const { id } = await post(site.ming, { text: '在茶馆', isPublic: false });
  const [, turned] = await atOnce(
    site,
    (trx) => trx.updateTable('says').set({ text: '在赌场' }).where('id', '=', id).execute(),
    () => site.as(site.ming).says.setVisibility({ body: { id, isPublic: true } }),
  );
  expect(turned).toMatchObject({ status: 'fulfilled', value: { held: true } });
  expect((await list()).total).toBe(0);
});

test('an approved say is moderated again when its place changes', async () => {
  const { id } = await post(site.ming, '说过');
  await set('moderation', { mode: 'all', mask: [], hold: [], links: 3 });
  expect(await edit(site.ming, id, { text: '说过', place: '别处' })).toEqual({ held: true });
  expect((await list()).total).toBe(0);
});

test('hiding a say during an unchanged save keeps it hidden', async () => {
  const { id } = await post(site.ming, '说过');
  const [, edited] = await atOnce(
    site,
    (trx) => hide(trx, id),
    () => edit(site.ming, id, { text: '说过' }),
  );
  expect(edited).toMatchObject({ status: 'fulfilled', value: { held: true } });
  expect((await list()).total).toBe(0);
});

test('a hidden say is not restored by making it private for a while', async () => {
  const { id } = await post(site.ming, '说过');
  await hide(site.db, id);
  await edit(site.ming, id, { text: '干净的话', isPublic: false });
  expect(await edit(site.ming, id, { text: '干净的话', isPublic: true })).toEqual({ held: true });
  expect((await list()).total).toBe(0);
});

test('reverting a say’s text is no repetition, another say with the same text is', async () => {
  const { id } = await post(site.ming, '今天有雨');
  expect(await edit(site.ming, id, { text: '今天有雨', place: '杭州' })).toEqual({ held: false });
  await post(site.ming, { text: '只给自己', isPublic: false });
  expect((await post(site.ming, '只给自己')).held).toBe(false);
  expect((await post(site.ming, '今天有雨')).held).toBe(true);
});

test('links of members are not followed by search engines, the staff’s are', async () => {
  await post(site.ming, 'https://a.cn');
  await post(site.owner, 'https://b.cn');
  const [owner, member] = (await list()).records;
  expect(member?.html).toContain('nofollow ugc');
  expect(owner?.html).not.toContain('nofollow');
});

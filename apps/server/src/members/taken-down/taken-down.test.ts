import { beforeEach, expect, test } from 'vitest';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { noise } from '../../../test/noise.ts';
import { upload } from '../../../test/upload.ts';
import { listUsedPictureKeys } from '../../core/uploads/file-uses.ts';
import { findWaiting } from '../../operations/review/review.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { purgeTakenDown } from './taken-down.ts';

const site = freshSite();
let chat: ReturnType<typeof chatIn>;
let article: number;
/** By the owner: comments stand under it. */
let host: number;

beforeEach(async () => {
  chat = chatIn(site);
  article = await site.writes();
  host = await site.writes({ authorId: site.owner.id, title: '园子' });
});

const members = (by: Viewer = site.owner) => site.office(by).members;
const takeDown = (purge = false, by = site.owner) => members(by).takeDown({ body: { id: site.lin.id, purge } });
const putBack = (by = site.owner) => members(by).putBack({ body: { id: site.lin.id } });

/** Writes of every kind by 小林, with an answer by 阿明 under the comment. */
async function writeAll() {
  const comment = await site.as(site.lin).comments.post({ body: { articleId: host, text: '买一送一' } });
  await site.as(site.ming).comments.post({ body: { articleId: host, replyTo: comment?.id ?? 0, text: '谁信' } });
  await site.says({ text: '加我微信' });
  await site.as(site.lin).board.post({ body: { text: '低价出售' } });
  await chat.say(site.lin, '代开发票');
  const room = await chat.roomOf(site.lin, site.ming);
  await chat.say(site.lin, '只对你说', room);
  return { room };
}

/** Tells which writings of 小林 a reader and a member of the chat see. */
async function seen() {
  const reader = site.as(null);
  const comments = await reader.comments.list({ query: { articleId: host } });
  const says = await reader.says.list({ query: {} });
  const articles = await reader.articles.list({ query: {} });
  const board = (await reader.board.list({ query: {} })).records;
  const all = JSON.stringify([comments, says, articles, board]);
  const group = (await chat.history(site.ming)).records.map(textOf);
  return {
    article: articles.records.some(({ id }) => id === article),
    comment: all.includes('买一送一'),
    say: all.includes('加我微信'),
    board: all.includes('低价出售'),
    chat: group.includes('代开发票'),
    answer: all.includes('谁信'),
  };
}
const everything = { article: true, comment: true, say: true, board: true, chat: true, answer: true };
const nothing = { article: false, comment: false, say: false, board: false, chat: false };
const waiting = async () => (await site.office(site.owner).office.enter()).waiting;
const tags = async () =>
  (await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute())
    .map(({ payload }) => payload)
    .join();

test('what a member wrote is hidden in one act, put back in one act, and both are recorded', async () => {
  const { room } = await writeAll();
  expect(await seen()).toEqual(everything);
  const published = await site.as(null).articles.info({ query: { id: article } });
  await site.db.deleteFrom('outbox').execute();

  expect(await takeDown()).toMatchObject({ done: 5, isMore: false });
  expect(await seen()).toMatchObject(nothing);
  expect(await tags()).toMatch(/article:/);
  expect(await tags()).toMatch(/board/);
  expect((await chat.history(site.ming, room)).records.map(textOf)).toContain('只对你说');
  expect(await waiting(), 'nobody is asked to review what was taken down').toMatchObject({ says: 0, board: 0 });
  expect(await findWaiting(site.db), 'nor by the command').toEqual([]);
  expect((await members().info({ query: { id: site.lin.id } })).takenDown).toEqual({ count: 5, purgeAt: null });
  expect(await takeDown(), 'a second time takes nothing').toMatchObject({ done: 0, isMore: false });

  expect(await putBack()).toEqual({ done: 5, isMore: false });
  expect(await seen()).toEqual(everything);
  const again = await site.as(null).articles.info({ query: { id: article } });
  expect(again.publishedAt).toBe(published.publishedAt);
  expect((await members().info({ query: { id: site.lin.id } })).takenDown).toBeNull();
  const acts = await site.db.selectFrom('auditLog').select('act').orderBy('id').execute();
  expect(acts.map(({ act }) => act)).toEqual(['users.take-down', 'users.take-down', 'users.put-back']);
});

test('the picture of a chat message counts as used while it is taken down, so that it can be put back', async () => {
  const { url } = (await upload(site, site.lin, await noise(40))).data;
  await chat.say(site.lin, '', group, { picture: url });
  await takeDown();
  expect(await listUsedPictureKeys(site.db, site.tables)).toContain(url.replace('/files/', ''));
});

test('a released or removed text stays as the staff decided when the rest is put back', async () => {
  await writeAll();
  await takeDown();
  const says = site.office(site.owner).says;
  const [say] = (await says.list({ query: {} })).records;
  await says.act({ body: { ids: [say?.id ?? 0], act: 'remove' } });
  await putBack();
  expect(await seen()).toEqual({ ...everything, say: false });
});

test('what is to be deleted is deleted thirty days later, and can be put back until then', async () => {
  await writeAll();
  await takeDown(true);
  const { takenDown } = await members().info({ query: { id: site.lin.id } });
  expect(Date.parse(takenDown?.purgeAt ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  await purgeTakenDown(site);
  expect(await site.db.selectFrom('takenDown').select('id').execute()).toHaveLength(5);

  await putBack();
  expect(await seen()).toEqual(everything);

  await takeDown(true);
  await site.db
    .updateTable('takenDown')
    .set({ purgeAt: Date.now() - 1 })
    .execute();
  await purgeTakenDown(site);
  expect(await site.db.selectFrom('takenDown').select('id').execute()).toEqual([]);
  expect(await seen()).toMatchObject({ ...nothing, answer: true });
  const stored = await Promise.all([
    site.db.selectFrom('says').select('text').execute(),
    site.db.selectFrom('boardMessages').select('text').execute(),
    site.db.selectFrom('chatMessages').select('text').execute(),
    site.db.selectFrom('comments').select('text').execute(),
  ]);
  expect(JSON.stringify(stored)).not.toMatch(/加我微信|低价出售|代开发票|买一送一/);
  expect(await putBack()).toEqual({ done: 0, isMore: false });
});

test('a hundred are taken a call, until none is left', async () => {
  const rows = Array.from({ length: 130 }, (_, at) => ({
    authorId: site.lin.id,
    nickname: '小林',
    text: `广告 ${at}`,
    createdAt: Date.now() + at,
  }));
  await site.db.insertInto('boardMessages').values(rows).execute();
  expect(await takeDown()).toMatchObject({ done: 100, isMore: true });
  expect(await takeDown()).toMatchObject({ done: 31, isMore: false });
  expect(await putBack()).toEqual({ done: 100, isMore: true });
  expect(await putBack()).toEqual({ done: 31, isMore: false });
});

test('it is refused to members, for oneself, and for a higher rank, and then changes nothing', async () => {
  await writeAll();
  for (const act of [() => takeDown(false, site.ming), () => putBack(site.ming)])
    await expect(act()).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(members().takeDown({ body: { id: site.owner.id } })).rejects.toMatchObject({ id: 'not-allowed' });
  await site.db.updateTable('users').set({ role: 'admin' }).where('id', '=', site.ming.id).execute();
  const admin = { ...site.ming, role: 'admin' as const };
  await site.db.updateTable('users').set({ role: 'owner' }).where('id', '=', site.lin.id).execute();
  for (const act of [() => takeDown(false, admin), () => putBack(admin)])
    await expect(act()).rejects.toMatchObject({ id: 'not-allowed', message: '这个账号的级别比你高，你不能处理' });
  await expect(members().takeDown({ body: { id: 9999 } })).rejects.toMatchObject({ id: 'not-found' });
  expect(await seen()).toEqual(everything);
  expect(await site.db.selectFrom('auditLog').select('id').execute()).toEqual([]);
});

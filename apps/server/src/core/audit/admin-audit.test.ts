import { chinaDay } from '@mojian/contract/platform/time';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetOldActs } from './admin-audit.ts';
import { recordAct } from './audit.ts';

const site = freshSite();

const day = 24 * 3_600_000;
/** So many days from today, in China. */
const dayOf = (days: number) => chinaDay(Date.now() + days * day);
const list = async (query: object = {}) => (await site.office(site.owner).audit.list({ query })).records;
const did = (act: Parameters<typeof recordAct>[2], viewer = site.owner) =>
  site.db.transaction().execute((trx) => recordAct(trx, viewer, act));
const acts = async (query: object) => (await list(query)).map(({ act }) => act);

test('audit entries name actor, target and change; secrets are masked', async () => {
  const subject = `user:${site.lin.id}`;
  await did({ act: 'users.role', subject, before: { role: 'member' }, after: { role: 'admin' } });
  await did({ act: 'settings.save', subject: 'mail', after: { smtp: { password: 'geheim', host: 'a' } } });
  expect(await list()).toMatchObject([
    { act: 'settings.save', title: '', before: null, after: { smtp: { password: '••••', host: 'a' } } },
    { act: 'users.role', subject, title: '小林', before: { role: 'member' }, after: { role: 'admin' } },
  ]);
  expect((await list())[0]?.actor).toEqual({ id: site.owner.id, name: '站长' });
});

test('audit entries are filtered by actor, act, subject and time', async () => {
  await did({ act: 'users.role', subject: 'user:1' });
  await did({ act: 'users.disable', subject: 'user:2' }, site.lin);
  await did({ act: 'usersx.note' as 'users.note', subject: 'user:1' });
  expect(await acts({ what: 'users' })).toEqual(['users.disable', 'users.role']);
  expect(await acts({ what: 'users.role' })).toEqual(['users.role']);
  expect(await acts({ who: '林' })).toEqual(['users.disable']);
  expect(await acts({ subject: 'user:1', what: 'users' })).toEqual(['users.role']);
  await site.db
    .updateTable('auditLog')
    .set({ createdAt: Date.now() - 2 * day })
    .where('act', '=', 'users.role')
    .execute();
  expect(await acts({ what: 'users', days: '1' })).toEqual(['users.disable']);
  expect(await acts({ from: dayOf(-1), what: 'users' })).toEqual(['users.disable']);
  expect(await acts({ to: dayOf(-2), what: 'users' })).toEqual(['users.role']);
  await expect(list({ from: '昨天' })).rejects.toMatchObject({ id: 'invalid-input', field: 'from' });
  await expect(list({ what: "users'--" })).rejects.toMatchObject({ id: 'invalid-input', field: 'what' });
});

test('audit entries outlive the account by name, and are deleted after a year', async () => {
  await did({ act: 'users.role' }, site.lin);
  await did({ act: 'users.note' });
  await site.db.deleteFrom('users').where('id', '=', site.lin.id).execute();
  expect((await list({ what: 'users.role' }))[0]?.actor).toEqual({ id: null, name: '小林' });
  const long = Date.now() - 366 * day;
  await site.db.updateTable('auditLog').set({ createdAt: long }).where('act', '=', 'users.note').execute();
  await forgetOldActs(site.db);
  expect(await acts({})).toEqual(['users.role']);
});

test('targets are found by their current and by their recorded name', async () => {
  const articleId = await site.writes({ title: '山茱萸' });
  await did({ act: 'users.role', subject: `user:${site.lin.id}`, after: { role: 'admin' } });
  await did({ act: 'articles.pin', subject: `article:${articleId}` });
  await did({ act: 'tags.remove', subject: 'tag:9', before: { name: '茱萸_' } });
  expect(await acts({ subject: '小林' })).toEqual(['users.role']);
  expect(await acts({ subject: '茱萸' })).toEqual(['tags.remove', 'articles.pin']);
  expect(await acts({ subject: '萸_' })).toEqual(['tags.remove']);
  expect(await acts({ subject: `user:${site.lin.id}` })).toEqual(['users.role']);
  expect(await acts({ subject: '%' })).toEqual([]);
});

test('a changed secret is shown as changed, a long text by its difference', async () => {
  const long = '雨'.repeat(5000);
  const before = { password: 'alt', token: 'same', baiduToken: '', text: `${long}前${long}` };
  const after = { password: 'neu', token: 'same', baiduToken: 'neu', text: `${long}后${long}` };
  await did({ act: 'settings.save', subject: 'mail', before, after });
  const [row] = (await list()) as { before: Record<string, string>; after: Record<string, string> }[];
  expect(row?.before).toMatchObject({ password: '••••', token: '••••', baiduToken: '' });
  expect(row?.after).toMatchObject({ password: '••••（换过）', token: '••••', baiduToken: '••••（换过）' });
  expect(row?.before.text).toMatch(/^…雨{60}前雨+…（共 10001 字）$/);
  expect(row?.after.text).toMatch(/^…雨{60}后雨+…（共 10001 字）$/);
});

test('the CSV names changes in Chinese, the JSON as stored', async () => {
  const subject = `user:${site.lin.id}`;
  await did({ act: 'users.role', subject, before: { role: 'member' }, after: { role: 'admin', reason: '=帮忙' } });
  const menu = { before: { mode: 'none', links: 2 }, after: { mode: 'first', links: 2 } };
  await did({ act: 'settings.save', subject: 'moderation', ...menu });
  await did({ act: 'series.order', subject: 'series:1', before: ['一', '二'], after: ['二', '一'] });
  const download = async (format: 'csv' | 'json') => {
    const { url } = await site.office(site.owner).audit.download({ body: { format, what: '', who: '站长' } });
    return (await site.app.inject({ url })).body;
  };
  const csv = await download('csv');
  expect(csv).toContain('"角色：会员","角色：管理员\n原因：=帮忙"\r\n');
  expect(csv).toContain('"审核方式：不审核","审核方式：审核每人第一条"\r\n');
  expect(csv).toContain('"一、二","二、一"\r\n');
  expect(csv).toContain('"操作人：站长\n格式：CSV"\r\n');
  expect(csv).not.toMatch(/[{}]/);
  const rows = JSON.parse(await download('json')) as { act: string; after: unknown }[];
  expect(rows.find(({ act }) => act === 'users.role')?.after).toEqual({ role: 'admin', reason: '=帮忙' });
});

test('all filtered entries are downloaded once, as CSV or JSON, however many', async () => {
  const row = { actorId: site.owner.id, actor: '站长', act: 'users.role', subject: `user:${site.lin.id}` };
  const rows = Array.from({ length: 1201 }, (_, at) => ({ ...row, createdAt: 1000 + Math.floor(at / 3) }));
  for (let at = 0; at < rows.length; at += 100)
    await site.db
      .insertInto('auditLog')
      .values(rows.slice(at, at + 100))
      .execute();
  await did({ act: 'users.note', subject: row.subject, after: { text: '说"好"' } }, site.lin);
  const offer = async (body: { format?: 'csv' | 'json'; what?: string; who?: string }) =>
    (await site.office(site.owner).audit.download({ body: { format: 'csv', ...body } })).url;
  const get = (url: string) => site.app.inject({ url });

  const json = await get(await offer({ format: 'json', what: 'users.role' }));
  expect(json.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  const all = JSON.parse(json.body) as { id: number; title: string }[];
  const ids = all.map(({ id }) => id);
  expect([ids.length, new Set(ids).size, all[0]?.title]).toEqual([1201, 1201, '小林']);
  expect(ids).toEqual([...ids].sort((one, other) => other - one));

  const url = await offer({ who: '林' });
  const csv = await get(url);
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="mojian-audit-[\d-]{10}\.csv"$/);
  const lines = csv.body.split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"小林","用户 · 写备注","users.note"');
  expect((await get(url)).statusCode, 'once').toBe(404);
  expect((await get('/v1/admin/audit/file?ticket=guess')).statusCode).toBe(404);
  expect(JSON.parse((await get(await offer({ format: 'json', who: '谁也不是' }))).body)).toEqual([]);
  expect((await list({ what: 'audit.download' }))[0]).toMatchObject({ after: { who: '谁也不是', format: 'json' } });
});

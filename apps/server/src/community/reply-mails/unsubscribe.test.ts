import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

const site = freshSite();
let path: string;

beforeEach(async () => {
  await site.db.updateTable('users').set({ mailOnReply: 1 }).execute();
  path = new URL(await unsubscribeUrl(site.db, site.siteUrl, site.lin.id)).pathname;
});

const wanting = async () =>
  (await site.db.selectFrom('users').select('nickname').where('mailOnReply', '=', 1).orderBy('id').execute()).map(
    ({ nickname }) => nickname,
  );
const oneClick = (url: string, type = 'application/x-www-form-urlencoded', payload = 'List-Unsubscribe=One-Click') =>
  site.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });

test('opening the unsubscribe address shows the question and changes nothing', async () => {
  for (const method of ['GET', 'HEAD'] as const)
    expect((await site.app.inject({ method, url: path })).statusCode).toBe(200);
  const { body, headers } = await site.app.inject(path);
  expect(body).toContain('<form method="post">');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*form-action 'self'/);
  expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src/);
  expect(headers['set-cookie']).toBeUndefined();
  expect(await wanting()).toEqual(['站长', '小林', '阿明']);
});

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
  ],
  ['text/plain', ''],
])('one POST unsubscribes at once, whatever its body: %s', async (type, payload) => {
  const { statusCode, body } = await oneClick(path, type, payload);
  expect(statusCode).toBe(200);
  expect(body).toContain('已退订');
  expect(body).toContain('/user#account');
  expect(await wanting()).toEqual(['站长', '阿明']);
});

test('the unsubscribe link works for a year, also after resubscribing', async () => {
  await oneClick(path);
  await site.as(site.lin).accounts.changePreferences({ body: { mailOnReply: true } });
  expect((await oneClick(path)).statusCode).toBe(200);
  expect(await wanting()).not.toContain('小林');

  const day = 24 * 3_600_000;
  await site.as(site.lin).accounts.changePreferences({ body: { mailOnReply: true } });
  const of = async (days: number) =>
    new URL(await unsubscribeUrl(site.db, site.siteUrl, site.lin.id, Date.now() - days * day)).pathname;
  expect((await oneClick(await of(366))).statusCode).toBe(404);
  expect(await wanting()).toContain('小林');
  expect((await oneClick(await of(364))).statusCode).toBe(200);
});

test('an invalid unsubscribe link changes nothing and discloses nothing', async () => {
  const [id, end, signature = ''] = (path.split('/').at(-1) ?? '').split('.');
  const ming = `${site.ming.id}.${end}.${signature}`;
  const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
  const wrong = [
    ming,
    `${id}.zzzzzzz.${signature}`,
    `${id}.${end}.${flipped}`,
    `${id}.${end}.`,
    'x',
    `0${id}.${end}.${signature}`,
  ];
  const answers = new Set<string>();
  for (const token of [...wrong, '%00', 'a'.repeat(90)])
    for (const { statusCode, body } of [
      await site.app.inject(`/unsubscribe/${token}`),
      await oneClick(`/unsubscribe/${token}`),
    ]) {
      expect(statusCode).toBe(404);
      answers.add(body);
    }
  expect(answers.size).toBe(1);
  expect(await wanting()).toEqual(['站长', '小林', '阿明']);
});

test('a deleted member is no error, and the body is limited to the size of the form', async () => {
  await site.db.deleteFrom('users').where('id', '=', site.lin.id).execute();
  expect((await oneClick(path)).statusCode).toBe(200);
  expect((await oneClick(path, 'text/plain', 'x'.repeat(5000))).statusCode).toBe(413);
});

import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../test/site.ts';
import { startSmtp } from '../../test/smtp.ts';
import { forgetSettings } from '../site/settings.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const office = () => site.office(site.owner);
const save = async (name: string, change: object) => {
  const { value, version } = (await office().settings.list()).find((one) => one.name === name) ?? {
    value: {},
    version: '',
  };
  await office().settings.save({ body: { name, value: { ...value, ...change }, version } });
  forgetSettings(site.db);
};
const run = (what: 'mail' | 'storage' | 'github' | 'wechatAccount', to?: string) =>
  office().selfTests.run({ body: { what, ...(to && { to }) } });

test('a test letter goes out at once through the server that is set, or it is said why not', async () => {
  expect(await run('mail', 'lin@mojian.example')).toMatchObject({
    ok: false,
    text: expect.stringContaining('还没有发信服务器'),
  });
  const server = await startSmtp();
  await save('mail', { host: '127.0.0.1', port: server.port, secure: false, from: 'ink@mojian.example' });

  expect(await run('mail')).toMatchObject({ ok: false, text: '你的账号没有邮箱，请写一个收信的地址' });
  expect(await run('mail', 'lin@mojian.example')).toMatchObject({
    ok: true,
    text: expect.stringContaining('lin@mojian.example'),
  });
  expect(server.letters).toMatchObject([{ from: 'ink@mojian.example', to: ['lin@mojian.example'] }]);
  expect(server.letters[0]?.text).toContain('发信服务器已经设好');
  await server.close();

  const { ok, text } = await run('mail', 'lin@mojian.example');
  expect({ ok, text }).toMatchObject({ ok: false, text: expect.stringContaining('连不上邮件服务器') });
  expect(await site.letters(), 'none waits in the outbox').toEqual([]);
});

test('storage is written to, a provider without keys and an account without a token are not asked', async () => {
  expect(await run('storage')).toEqual({ ok: true, text: '能写，能读，能删' });
  expect(await run('github')).toMatchObject({ ok: false, text: expect.stringContaining('先填好编号与密钥') });
  expect(await run('wechatAccount')).toMatchObject({ ok: false, text: expect.stringContaining('先填好 Token') });
  expect(await site.keptFiles()).toBe(0);
});

test('how a provider refuses an invented code tells whether it knows the keys, and no key is repeated', async () => {
  let answer = { error: 'bad_verification_code' };
  const provider = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as { port: number };
  await save('social', { github: { id: 'ich', secret: 'tief', base: `http://127.0.0.1:${port}` } });

  expect(await run('github')).toMatchObject({ ok: true, text: '连得上，编号与密钥是对的' });
  answer = { error: 'incorrect_client_credentials' };
  const refused = await run('github');
  expect(refused).toMatchObject({ ok: false, text: expect.stringContaining('对方不认') });
  expect(refused.text).not.toContain('tief');
  await new Promise((resolve) => provider.close(resolve));
  expect(await run('github')).toMatchObject({ ok: false, text: '对方没有应答' });
  const log = await site.db.selectFrom('auditLog').select(['act', 'subject', 'after']).execute();
  expect(log.filter(({ act }) => act === 'settings.test').map(({ subject }) => subject)).toEqual([
    'github',
    'github',
    'github',
  ]);
  expect(JSON.stringify(log)).not.toContain('tief');
});

test('the addresses to be filled in elsewhere are the site’s', async () => {
  expect(await office().selfTests.facts()).toEqual({
    siteUrl: 'https://mojian.example',
    storage: '',
    hasSmtpUrl: false,
  });
});

test('a test of nothing, and a letter to no address, are refused', async () => {
  const asked = office().selfTests.run({ body: { what: 'weather' as 'mail' } });
  await expect(asked).rejects.toMatchObject({ id: 'invalid-input', field: 'what' });
  await expect(run('mail', 'nobody')).rejects.toMatchObject({ id: 'invalid-input', field: 'to' });
});

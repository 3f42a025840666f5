import type { SelfTest } from '@mojian/contract/core/settings-fields/field';
import { providers } from '@mojian/contract/core/social-providers';
import { type HotType, hotTypes } from '@mojian/contract/pages/hot';
import { accentInSrgb } from '@mojian/ui/accent';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { openNeighbour } from '../../../test/neighbour.ts';
import { startSmtp } from '../../../test/smtp.ts';
import { openProvider } from '../../../test/stand-ins/open-provider.ts';
import { keysOf, setKeys } from '../../../test/stand-ins/social-site.ts';
import { forgetSettings } from '../../core/settings/settings.ts';
import { sources } from '../../pages/hot/sources/sources.ts';

const site = freshSite({ canMail: false });

const office = () => site.office(site.owner);
const save = async (name: string, change: object) => {
  const { value, version } = (await office().settings.list()).find((one) => one.name === name) ?? {
    value: {},
    version: '',
  };
  await office().settings.save({ body: { name, value: { ...value, ...change }, version } });
  forgetSettings(site.db);
};
const run = (what: SelfTest, to?: string) => office().selfTests.run({ body: { what, ...(to && { to }) } });

test('a test mail is sent at once through the configured server, or the reason shown', async () => {
  expect(await run('mail', 'lin@mojian.example')).toMatchObject({
    ok: false,
    text: expect.stringContaining('还没有发信服务器'),
  });
  const server = await startSmtp();
  await save('mail', { host: '127.0.0.1', port: server.port, secure: false, from: 'ink@mojian.example' });

  await save('look', { accent: '#1f5f8f' });

  expect(await run('mail')).toMatchObject({ ok: false, text: '你的账号没有邮箱，请写一个收信的地址' });
  expect(await run('mail', 'lin@mojian.example')).toMatchObject({
    ok: true,
    text: expect.stringContaining('lin@mojian.example'),
  });
  expect(server.letters).toMatchObject([{ from: 'ink@mojian.example', to: ['lin@mojian.example'] }]);
  expect(server.letters[0]?.text).toContain('发信服务器已经设好');
  // in the site's accent, by day and by night, as the back office is
  const { light, dark } = accentInSrgb('#1f5f8f');
  const { html } = server.letters[0] ?? {};
  expect(html).toContain(`background:${light.stamp}`);
  expect(html).toContain(`.seal { background: ${dark.stamp}`);
  expect(html).not.toContain('#bc3425');
  expect((await office().office.enter()).site.accent).toBe('#1f5f8f');
  await server.close();

  const { ok, text } = await run('mail', 'lin@mojian.example');
  expect({ ok, text }).toMatchObject({ ok: false, text: expect.stringContaining('连不上邮件服务器') });
  expect(await site.letters(), 'none waits in the outbox').toEqual([]);
});

test('the storage test writes a file; a provider without keys and an account without a token are not contacted', async () => {
  expect(await run('storage')).toEqual({ ok: true, text: '能写，能读，能删' });
  expect(await run('github')).toMatchObject({ ok: false, text: expect.stringContaining('先填好编号与密钥') });
  expect(await run('wechatAccount')).toMatchObject({ ok: false, text: expect.stringContaining('先填好 Token') });
  expect(await site.keptFiles()).toBe(0);
});

test('a provider’s refusal of an invented code tells whether its keys are right, without echoing them', async () => {
  let answer = { error: 'bad_verification_code' };
  const provider = await openNeighbour((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  await save('social', { github: { id: 'ich', secret: 'tief', base: provider.url } });

  expect(await run('github')).toMatchObject({ ok: true, text: '连得上，编号与密钥是对的' });
  answer = { error: 'incorrect_client_credentials' };
  const refused = await run('github');
  expect(refused).toMatchObject({ ok: false, text: expect.stringContaining('对方不认') });
  expect(refused.text).not.toContain('tief');
  await provider.close();
  expect(await run('github')).toMatchObject({ ok: false, text: '对方没有应答' });
  const log = await site.db.selectFrom('auditLog').select(['act', 'subject', 'after']).execute();
  expect(log.filter(({ act }) => act === 'settings.test').map(({ subject }) => subject)).toEqual([
    'github',
    'github',
    'github',
  ]);
  expect(JSON.stringify(log)).not.toContain('tief');
});

test.each(providers)('%s: right keys, wrong keys and no answer are distinguished', async (provider) => {
  const standIn = await openProvider(provider, site.siteUrl);
  const keys = keysOf(standIn);
  await setKeys(site.db, provider, keys);
  expect(await run(provider)).toEqual({ ok: true, text: '连得上，编号与密钥是对的' });
  await setKeys(site.db, provider, { ...keys, secret: 'geheim' });
  expect(await run(provider)).toEqual({ ok: false, text: expect.stringMatching(/^对方不认这个编号或密钥（[\w.]+）$/) });
  await standIn.close();
  expect(await run(provider)).toEqual({ ok: false, text: '对方没有应答' });
});

test('every hot source is asked once, and those that bring nothing are named', async () => {
  const requested: string[] = [];
  const server = await openNeighbour((request, response) => {
    const { url = '' } = request;
    requested.push(url);
    const [host] = sources[url.slice(1) as HotType].sites;
    const data = [{ id: 1, title: '一件事', url: `https://${host}/1`, hot: 9 }];
    response.writeHead(requested.length === 1 ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 200, data }));
  });
  await save('hot', { base: server.url });
  const { ok, text } = await run('hot');
  expect(ok).toBe(true);
  expect(text).toMatch(
    new RegExp(`^${hotTypes.length} 个来源，取到 ${hotTypes.length - 1} 个；对方拒绝了请求：[^、]+$`),
  );
  expect(new Set(requested).size).toBe(hotTypes.length);
  await server.close();
  expect(await run('hot')).toMatchObject({ ok: false, text: expect.stringContaining('取到 0 个') });
});

test('the official account’s callback is requested from outside, and a failure names the address', async () => {
  await save('wechatAccount', { token: 'token-of-the-account' });
  const { ok, text } = await run('wechatAccount');
  expect({ ok, text }).toEqual({ ok: false, text: expect.stringContaining(`${site.siteUrl}/wechat/callback`) });
  expect(text).not.toContain('token-of');
});

test('the addresses to copy are on the site’s own origin', async () => {
  expect(await office().selfTests.facts()).toEqual({
    siteUrl: 'https://mojian.example',
    storage: '',
    hasSmtpUrl: false,
  });
});

test('a test without a target and a mail without an address are refused', async () => {
  const requested = office().selfTests.run({ body: { what: 'weather' as 'mail' } });
  await expect(requested).rejects.toMatchObject({ id: 'invalid-input', field: 'what' });
  await expect(run('mail', 'nobody')).rejects.toMatchObject({ id: 'invalid-input', field: 'to' });
});

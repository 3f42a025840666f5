import { beforeEach, expect, test } from 'vitest';
import { Authenticator } from '../../../test/authenticator.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { createPasskey } from './passkeys.ts';

const site = freshSite();
let phone: Authenticator;
beforeEach(async () => {
  phone = new Authenticator(site.siteUrl);
});

type Member = typeof site.lin;
const lin = () => site.as(site.lin).passkeys;
const visitor = () => site.as(null, { agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Firefox/144.0' }).passkeys;

async function addPasskey(member: Member = site.lin, authenticator = phone, name = '手机') {
  const calls = site.as(member).passkeys;
  return calls.create({ body: { name, response: authenticator.create(await calls.creationOptions()) } });
}
const logIn = async (odd = {}, authenticator = phone) =>
  visitor().login({ body: { response: authenticator.get(await visitor().loginOptions(), odd) } });
const rows = () => site.db.selectFrom('passkeys').selectAll().orderBy('id').execute();
const sessions = async () => (await site.db.selectFrom('sessions').select('id').execute()).length;

test('a passkey is made, listed, and logs its member in without a name', async () => {
  const made = await addPasskey();
  expect(made).toMatchObject({ name: '手机', usedAt: null });
  expect(await lin().list()).toEqual([made]);

  const { token, ...me } = await logIn();
  expect(me).toMatchObject({ id: site.lin.id, nickname: '小林' });
  const [session] = await site.withToken(token).sessions.list();
  expect(session).toMatchObject({ way: 'passkey', device: 'Firefox · Linux', current: true });
  const [used] = await lin().list();
  expect(used?.usedAt).not.toBeNull();
  expect((await logIn()).id).toBe(site.lin.id);
});

test('a new passkey is announced to its member by notice and mail', async () => {
  await site.db.updateTable('users').set({ email: 'lin@example.com' }).where('id', '=', site.lin.id).execute();
  await addPasskey();
  expect(await site.letters()).toMatchObject([{ to: 'lin@example.com', subject: expect.stringContaining('通行密钥') }]);
  const notices = await site.db.selectFrom('notices').select(['userId', 'title']).execute();
  expect(notices).toEqual([{ userId: site.lin.id, title: '添加了一把通行密钥' }]);
});

test('the options ask for a passkey of this site that needs no name', async () => {
  await site.db.updateTable('users').set({ email: 'lin@example.cn' }).where('id', '=', site.lin.id).execute();
  expect(await lin().creationOptions()).toMatchObject({
    rp: { id: 'mojian.example', name: '墨笺' },
    user: { name: 'lin@example.cn', displayName: '小林' },
    timeout: 300_000,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
  });
  const options = await visitor().loginOptions();
  expect(options).toMatchObject({ rpId: 'mojian.example', userVerification: 'preferred' });
  expect(options).not.toHaveProperty('allowCredentials');
});

test('the same device is not added twice', async () => {
  await addPasskey();
  await expect(addPasskey()).rejects.toThrow('InvalidStateError');

  const { id } = phone.credentials[0] ?? {};
  const options = await site.as(site.ming).passkeys.creationOptions();
  const response = phone.create(options, { idBytes: 32 });
  await site.db
    .updateTable('passkeys')
    .set({ credentialId: response.id })
    .where('credentialId', '=', id ?? '')
    .execute();
  await expect(site.as(site.ming).passkeys.create({ body: { name: '手机', response } })).rejects.toMatchObject({
    id: 'already-done',
  });
  expect(await rows()).toMatchObject([{ userId: site.lin.id }]);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['a name too long for any', { idBytes: 1024 }],
])('a passkey with %s is not kept', async (_what, odd) => {
  const response = phone.create(await lin().creationOptions(), odd);
  await expect(lin().create({ body: { name: '手机', response } })).rejects.toMatchObject({
    id: 'invalid-input',
    message: '没有认出这把通行密钥，请重新添加',
    field: 'response',
  });
  expect(await rows()).toEqual([]);
});

test('a challenge makes one passkey, for the member who asked', async () => {
  const options = await lin().creationOptions();
  const expired = { id: 'invalid-input', message: '这次验证已过期，请重试' };
  const response = phone.create(options);
  await expect(site.as(site.ming).passkeys.create({ body: { name: '手机', response } })).rejects.toMatchObject(expired);
  await lin().create({ body: { name: '手机', response } });
  await expect(lin().create({ body: { name: '再来', response } })).rejects.toMatchObject(expired);

  const again = (challenge: unknown) => phone.create({ ...options, excludeCredentials: [], challenge });
  const invented = again('abcd');
  await expect(lin().create({ body: { name: '再来', response: invented } })).rejects.toMatchObject(expired);
  const forLogin = again((await visitor().loginOptions()).challenge);
  await expect(lin().create({ body: { name: '再来', response: forLogin } })).rejects.toMatchObject(expired);

  const late = again((await lin().creationOptions()).challenge);
  await site.db.updateTable('tickets').set({ expiresAt: Date.now() }).execute();
  await expect(lin().create({ body: { name: '再来', response: late } })).rejects.toMatchObject(expired);
  expect(await rows()).toHaveLength(1);
});

test.each([
  ['', '请取个名字'],
  ['  ', '请取个名字'],
  ['长'.repeat(31), '名字不能超过 30 个字'],
  ['手\u0000机', '名字里有不能显示的字符'],
  ['手\ud800机', '名字里有不能显示的字符'],
])('the passkey name %j is refused', async (name, message) => {
  const response = phone.create(await lin().creationOptions());
  const refusal = { id: 'invalid-input', field: 'name', message };
  await expect(lin().create({ body: { name, response } })).rejects.toMatchObject(refusal);
  await expect(lin().rename({ body: { id: 1, name } })).rejects.toMatchObject(refusal);
  expect(await rows()).toEqual([]);
});

test('a member has twenty at the most', async () => {
  const known = { userId: site.lin.id, name: '钥匙', publicKey: '', counter: 0, transports: '[]', createdAt: 0 };
  const keys = Array.from({ length: 19 }, (_, number) => ({ ...known, credentialId: `key-${number}` }));
  await site.db.insertInto('passkeys').values(keys).execute();
  const response = phone.create(await lin().creationOptions());
  await addPasskey(site.lin, new Authenticator(site.siteUrl));

  const full = { id: 'not-allowed', message: '通行密钥最多 20 把，请先删除不用的' };
  await expect(lin().creationOptions()).rejects.toMatchObject(full);
  await expect(lin().create({ body: { name: '手机', response } })).rejects.toMatchObject(full);
  expect(await rows()).toHaveLength(20);
  await site.as(site.ming).passkeys.creationOptions();
});

test.each([
  ['from another origin', { origin: 'https://evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['with a counter that stands still', { counter: 1 }],
  ['that says it is somebody else’s', { userHandle: Buffer.from('member-1').toString('base64url') }],
])('a login %s is refused', async (_what, odd) => {
  await addPasskey();
  const before = await sessions();
  await expect(logIn(odd)).rejects.toMatchObject({ id: 'wrong-login', message: '通行密钥没有通过验证，请重试' });
  expect(await sessions()).toBe(before);
  expect(await rows()).toMatchObject([{ counter: 1, usedAt: null }]);
});

test('a login with a signature changed on its way, or by another key, is refused', async () => {
  await addPasskey();
  const other = new Authenticator(site.siteUrl);
  await addPasskey(site.ming, other);
  const before = await sessions();

  const changed = phone.get(await visitor().loginOptions());
  const bytes = Buffer.from(changed.response.signature, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  changed.response.signature = bytes.toString('base64url');
  await expect(visitor().login({ body: { response: changed } })).rejects.toMatchObject({ id: 'wrong-login' });

  const foreign = other.get(await visitor().loginOptions());
  const { id } = phone.get(await visitor().loginOptions());
  await expect(visitor().login({ body: { response: { ...foreign, id, rawId: id } } })).rejects.toMatchObject({
    id: 'wrong-login',
  });
  expect(await sessions()).toBe(before);
});

test('a passkey that this site does not know logs nobody in', async () => {
  phone.create(await lin().creationOptions());
  await expect(logIn()).rejects.toMatchObject({
    id: 'wrong-login',
    message: '本站没有登记这把通行密钥，或已被删除',
  });
});

test('a response logs in once, and only for a challenge of this site that is not over', async () => {
  await addPasskey();
  const expired = { id: 'invalid-input', message: '这次验证已过期，请重试' };
  const response = phone.get(await visitor().loginOptions());
  await visitor().login({ body: { response } });
  await expect(visitor().login({ body: { response } })).rejects.toMatchObject(expired);

  const invented = phone.get({ ...(await visitor().loginOptions()), challenge: 'abcd' });
  await expect(visitor().login({ body: { response: invented } })).rejects.toMatchObject(expired);

  const late = phone.get(await visitor().loginOptions());
  await site.db.updateTable('tickets').set({ expiresAt: Date.now() }).execute();
  await expect(visitor().login({ body: { response: late } })).rejects.toMatchObject(expired);
});

test('one of two concurrent logins with the same counter succeeds', async () => {
  await addPasskey();
  const responses = [];
  for (const _copy of [1, 2]) responses.push(phone.get(await visitor().loginOptions(), { counter: 7 }));
  const outcomes = await Promise.allSettled(responses.map((response) => visitor().login({ body: { response } })));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test.each([
  ['nothing', {}],
  ['a null', { response: null }],
  ['a list', { response: [] }],
  ['no JSON', { response: { clientDataJSON: 'e30' } }],
  ['odd bytes', { id: '\u0000', response: { clientDataJSON: '\u0000' } }],
  ['another shape', { id: { a: 1 }, response: { clientDataJSON: { toString: 1 } } }],
])('%s in place of a response is refused', async (_what, response) => {
  const refusal = { id: 'invalid-input', field: 'response' };
  await expect(visitor().login({ body: { response } })).rejects.toMatchObject(refusal);
  await expect(lin().create({ body: { name: '手机', response } })).rejects.toMatchObject(refusal);
});

test.each([
  ['id', '\u0000'],
  ['id', ['x']],
  ['rawId', 'x'],
  ['type', 'password'],
  ['response', { authenticatorData: 'AAAA' }],
  ['response', { authenticatorData: 1, signature: {} }],
])('a login whose %s is %j is refused', async (field, value) => {
  await addPasskey();
  const response = phone.get(await visitor().loginOptions());
  const changed = field === 'response' ? { ...response.response, ...(value as object) } : value;
  await expect(visitor().login({ body: { response: { ...response, [field]: changed } } })).rejects.toMatchObject({
    id: 'wrong-login',
  });
});

test('a member renames and removes their own, and nobody else’s', async () => {
  await site.db.updateTable('users').set({ email: 'lin@example.cn' }).where('id', '=', site.lin.id).execute();
  const { id } = await addPasskey();
  const ming = site.as(site.ming).passkeys;
  await expect(ming.rename({ body: { id, name: '我的' } })).rejects.toMatchObject({ id: 'not-found' });
  await expect(ming.remove({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  expect(await lin().list()).toMatchObject([{ id, name: '手机' }]);
  expect(await ming.list()).toEqual([]);

  await lin().rename({ body: { id, name: ' 旧手机 ' } });
  expect(await lin().list()).toMatchObject([{ name: '旧手机' }]);
  await lin().remove({ query: { id } });
  expect(await rows()).toEqual([]);
  await expect(logIn()).rejects.toMatchObject({ id: 'wrong-login' });
});

test('the last login method cannot be removed', async () => {
  const first = await addPasskey();
  const second = await addPasskey(site.lin, new Authenticator(site.siteUrl), '平板');
  await lin().remove({ query: { id: first.id } });
  const last = { id: 'not-allowed', message: expect.stringContaining('最后一种登录方式') };
  await expect(lin().remove({ query: { id: second.id } })).rejects.toMatchObject(last);
  expect(await lin().list()).toMatchObject([{ id: second.id }]);

  const link = { provider: 'github', subject: '7', name: 'lin', createdAt: 0 };
  await site.db
    .insertInto('socialLinks')
    .values({ ...link, userId: site.lin.id })
    .execute();
  await lin().remove({ query: { id: second.id } });
  expect(await lin().list()).toEqual([]);
});

test('of two passkeys removed concurrently one remains', async () => {
  const keys = [await addPasskey(), await addPasskey(site.lin, new Authenticator(site.siteUrl), '平板')];
  await Promise.allSettled(keys.map(({ id }) => lin().remove({ query: { id } })));
  expect(await lin().list()).toHaveLength(1);
});

test('the demo account’s passkeys cannot be changed', async () => {
  await addPasskey();
  await site.db
    .updateTable('users')
    .set({ role: 'demo', email: 'demo@example.cn' })
    .where('id', '=', site.lin.id)
    .execute();
  const [{ id } = { id: 0 }] = await rows();
  const refusal = { id: 'not-allowed', message: '演示模式，不允许操作' };
  await expect(lin().creationOptions()).rejects.toMatchObject(refusal);
  await expect(lin().create({ body: { name: '手机', response: {} } })).rejects.toMatchObject(refusal);
  await expect(lin().rename({ body: { id, name: '我的' } })).rejects.toMatchObject(refusal);
  await expect(lin().remove({ query: { id } })).rejects.toMatchObject(refusal);
  expect(await rows()).toMatchObject([{ name: '手机' }]);
});

test('a passkey shows only its name and times', async () => {
  await addPasskey();
  const [listed] = await lin().list();
  expect(Object.keys(listed ?? {}).toSorted()).toEqual(['createdAt', 'id', 'name', 'usedAt']);
  expect(await rows()).toMatchObject([{ transports: '["hybrid","internal"]' }]);
});

test('a passkey that a merge of former versions moved logs its member in, also one made before handles were kept', async () => {
  const [tablet] = [new Authenticator(site.siteUrl)];
  await addPasskey();
  await addPasskey(site.lin, tablet, '平板');
  await site.db.updateTable('passkeys').set({ userHandle: '' }).where('name', '=', '平板').execute();
  await site.db.updateTable('passkeys').set({ userId: site.ming.id }).execute();
  expect((await logIn()).id).toBe(site.ming.id);
  expect((await logIn({}, tablet)).id).toBe(site.ming.id);
  expect((await rows()).map(({ userHandle }) => Buffer.from(userHandle, 'base64url').toString())).toEqual([
    `member-${site.lin.id}`,
    `member-${site.lin.id}`,
  ]);
});

test('a session that ended since the challenge was answered adds no passkey', async () => {
  const response = phone.create(await lin().creationOptions());
  await site.db.deleteFrom('sessions').where('userId', '=', site.lin.id).execute();
  const added = createPasskey(site, site.lin, { name: '手机', response });
  await expect(added).rejects.toMatchObject({ id: 'signed-out' });
  expect(await rows()).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { openNeighbour } from '../../../test/neighbour.ts';
import { tokenOf } from '../../../test/site.ts';
import { formOf } from '../../../test/upload.ts';
import { lockUpgrades, newJournal, writeJournal } from './journal.ts';
import { incomingFolder, requestPath, takeRequest, type UpgradeStatus, writeStatus } from './request.ts';

const site = freshSite();
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const upgrade = () => site.office(site.owner).upgrade;
const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');
const setUp = (change: object) => Object.assign(site.running.config, change);
const name = 'mojian-9.0.0-node.tar.xz';
const bytes = Buffer.from('an archive');
const sums = `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;

beforeEach(() => void setUp({ upgradeByRequest: true, upgradeKey: publicKey }));

async function send(content = bytes) {
  const form = await formOf({ name, bytes: content });
  const url = `/v1/admin/upgrade/upload?id=release-${content.length}aaaaa&from=0&total=${content.length}`;
  const headers = { ...form.headers, authorization: tokenOf(site.owner) };
  return (await site.app.inject({ method: 'POST', url, ...form, headers })).json();
}
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'taken',
    ({ message, field }) => `${field ?? ''} ${message}`,
  );

test('a clone and a site without the unit are told what to do instead, and may request nothing', async () => {
  setUp({ upgradeByRequest: false });
  expect(await upgrade().show()).toMatchObject({ way: 'clone', releases: [], rollback: null });
  expect(await refusal(upgrade().start({ body: { act: 'rollback' } }))).toContain('这里不能按一下就升级');
  expect(existsSync(requestPath(site.dataDir))).toBe(false);
});

test('only the owner sees or asks', async () => {
  await site.db.updateTable('users').set({ role: 'admin' }).where('id', '=', site.lin.id).execute();
  const { upgrade: ofAdmin } = site.office(site.lin);
  for (const act of [ofAdmin.show(), ofAdmin.progress(), ofAdmin.start({ body: { act: 'rollback' } })])
    expect(await refusal(act)).toMatch(/权限/);
});

test('a signed release is uploaded, offered and requested, and the request names a version only', async () => {
  expect(await send()).toMatchObject({ code: 200, data: { received: bytes.length } });
  const release = await upgrade().check({ body: { name, sums, signature: signed(sums) } });
  expect(release).toMatchObject({ version: '9.0.0', source: 'upload', isSigned: true });
  expect(readdirSync(incomingFolder(site.dataDir)).sort()).toEqual(['SHA256SUMS', 'SHA256SUMS.sig', name]);
  expect(await upgrade().show()).toMatchObject({ way: 'button', canUpload: true, releases: [{ version: '9.0.0' }] });
  const begun = await upgrade().start({ body: { act: 'upgrade', version: '9.0.0', source: 'upload' } });
  expect(begun).toMatchObject({ isWaiting: true, isOverdue: false, status: null });
  const longAgo = new Date(Date.now() - 61_000);
  utimesSync(requestPath(site.dataDir), longAgo, longAgo);
  expect(await upgrade().progress()).toMatchObject({ isWaiting: true, isOverdue: true });
  expect(await upgrade().withdraw()).toMatchObject({ isWaiting: false, isOverdue: false, status: null });
  expect(await refusal(upgrade().withdraw())).toContain('没有等着的请求');
  await upgrade().start({ body: { act: 'upgrade', version: '9.0.0', source: 'upload' } });
  const text = readFileSync(requestPath(site.dataDir), 'utf8');
  expect(Object.keys(JSON.parse(text)).sort()).toEqual(['act', 'format', 'id', 'source', 'version']);
  expect(await refusal(upgrade().start({ body: { act: 'rollback' } }))).toContain('正在升级');
  expect(takeRequest(site.dataDir)).toMatchObject({ act: 'upgrade', version: '9.0.0', source: 'upload' });
  const acts = await site.db.selectFrom('auditLog').select(['act', 'after']).orderBy('id').execute();
  expect(acts).toEqual([
    { act: 'upgrade.upload', after: '{"version":"9.0.0"}' },
    { act: 'upgrade.start', after: '{"version":"9.0.0"}' },
    { act: 'upgrade.withdraw', after: '' },
    { act: 'upgrade.start', after: '{"version":"9.0.0"}' },
  ]);
});

test('what does not fit is refused at its field and not kept', async () => {
  const check = (body: object) => refusal(upgrade().check({ body: { name, sums, signature: signed(sums), ...body } }));
  expect(await check({})).toContain('还没有上传');
  const cases: [object, RegExp][] = [
    [{ name: 'mojian-9.0.0-win-x64.zip' }, /^name 这台机器要的发布包叫/],
    [{ name: 'mojian-../../x-node.tar.xz' }, /^name 这台机器要的发布包叫/],
    [{ name: 'mojian-0.1.0-node.tar.xz' }, /^name 现在就是 .*只能换成更新的/],
    [{ signature: signed('another') }, /^signature .*签名与 UPGRADE_KEY 对不上/],
    [{ sums: 'x', signature: signed('x') }, /^signature SHA256SUMS 里没有/],
  ];
  for (const [body, words] of cases) {
    await send();
    expect(await check(body)).toMatch(words);
  }
  await send(Buffer.from('another archive'));
  expect(await check({})).toContain('对不上');
  expect(readdirSync(incomingFolder(site.dataDir))).toEqual([]);
  expect((await upgrade().show()).releases).toEqual([]);
  const start = upgrade().start({ body: { act: 'upgrade', version: '9.0.0', source: 'upload' } });
  expect(await refusal(start)).toContain('没有这一版');
  setUp({ upgradeKey: undefined });
  expect((await send()).message).toContain('没有设 UPGRADE_KEY');
});

test('the address is looked at, and its newest release that fits is offered', async () => {
  const list = `${'0'.repeat(64)}  mojian-9.1.0-node.tar.xz\n${'0'.repeat(64)}  mojian-9.2.0-linux-x64.tar.xz\n${'0'.repeat(64)}  mojian-9.0.0-node.tar.xz\n`;
  let signature = signed(list);
  const place = await openNeighbour(({ url }, reply) => reply.end(url === '/SHA256SUMS' ? list : signature));
  expect(await refusal(upgrade().look())).toContain('没有设 UPGRADE_URL');
  setUp({ upgradeUrl: `${place.url}/` });
  expect(await upgrade().look()).toEqual({ version: '9.1.0' });
  expect((await upgrade().show()).releases).toEqual([
    { version: '9.1.0', notes: '', isSigned: true, source: 'address' },
  ]);
  signature = signed('another');
  expect(await refusal(upgrade().look())).toContain('签名');
});

test('notes beside the releases are offered where the sums name them, and not when exchanged', async () => {
  const sumOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
  const written = '# 墨笺 9.1.0\n\n\u001b升级之前先备份。\n';
  const list = `${sumOf(bytes)}  mojian-9.1.0-node.tar.xz\n${sumOf(written)}  mojian-9.1.0-notes.md\n`;
  let notes = written;
  const files: Record<string, () => string> = {
    '/SHA256SUMS': () => list,
    '/SHA256SUMS.sig': () => signed(list),
    '/mojian-9.1.0-notes.md': () => notes,
  };
  const place = await openNeighbour(({ url = '' }, reply) => reply.end(files[url]?.()));
  setUp({ upgradeUrl: place.url });
  await upgrade().look();
  expect((await upgrade().show()).releases).toMatchObject([{ version: '9.1.0', notes: '升级之前先备份。' }]);
  notes = '别的话';
  await upgrade().look();
  expect((await upgrade().show()).releases).toMatchObject([{ version: '9.1.0', notes: '' }]);
});

test('an uploaded release says what its NOTES.md says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-notes-'));
  mkdirSync(join(folder, 'mojian-9.0.0-node'));
  writeFileSync(join(folder, 'mojian-9.0.0-node/NOTES.md'), '# 墨笺 9.0.0\n\n## 升级之前\n\n- 先备份\n');
  execFileSync('tar', ['-cJf', join(folder, name), '-C', folder, 'mojian-9.0.0-node']);
  const archive = readFileSync(join(folder, name));
  rmSync(folder, { recursive: true });
  await send(archive);
  const list = `${createHash('sha256').update(archive).digest('hex')}  ${name}\n`;
  const release = await upgrade().check({ body: { name, sums: list, signature: signed(list) } });
  expect(release.notes).toBe('## 升级之前\n\n- 先备份');
});

test('progress is read from files: running, cut off, ended', async () => {
  const status: Omit<UpgradeStatus, 'startedAt'> = {
    format: 1,
    id: 'x',
    act: 'upgrade',
    version: '9.0.0',
    state: 'running',
    lines: ['备份'],
    endedAt: null,
  };
  const release = lockUpgrades(site.dataDir);
  await writeJournal(site.dataDir, { ...newJournal('0.2.0', '9.0.0'), step: 'backup' });
  writeStatus(site.dataDir, { ...status, startedAt: Date.now() });
  expect(await upgrade().progress()).toMatchObject({
    step: '备份，并试着恢复一遍',
    status: { state: 'running', lines: ['备份'] },
  });
  release?.();
  expect(await upgrade().progress(), 'its process is gone').toMatchObject({ step: '' });
  expect(await upgrade().show()).toMatchObject({ interrupted: expect.stringContaining('没有收尾') });
  await writeJournal(site.dataDir, { ...newJournal('0.2.0', '9.0.0'), step: 'undone' });
  expect(await upgrade().progress()).toMatchObject({ step: '', status: { state: 'running' } });
  writeStatus(site.dataDir, { ...status, startedAt: Date.now() - 60_000 });
  expect(await upgrade().progress()).toMatchObject({
    step: '',
    status: { state: 'failed', lines: ['备份', expect.stringContaining('中途断过')] },
  });
});

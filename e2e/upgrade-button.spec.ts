import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Installed,
  install,
  killPoints,
  openReleases,
  ownUser,
  quickly,
  type Releases,
  write,
  written,
} from './installed-site.ts';
import { isLong } from './long.ts';
import { addMigration, archiveOf, grow, notInTrial, prepend, sumsOf } from './releases.ts';

// The path unit is stood in for by a loop that waits for the file, and systemd's restart after a kill by a second run;
// the command is the service's ExecStart.

const slow = { timeout: 600_000, retry: 0 };
const keys = generateKeyPairSync('ed25519');
const key = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const owner = { email: 'shen@example.com', password: 'a long enough one' };

let releases: Releases;
let site: Installed;
let archive: string;
let sums: string;
beforeAll(() => {
  if (!isLong) return;
  releases = openReleases();
  const next = releases.next('good', (release) => addMigration(release, '999-grown', grow));
  archive = archiveOf(next, releases.folder);
  sums = sumsOf(archive);
}, 240_000);
afterEach(() => site?.remove());
afterAll(() => releases?.remove());

/** A site with an owner, as install.sh sets it up beside the unit. */
async function open() {
  site = await install(releases, {
    env: { UPGRADE_BY_REQUEST: '1', UPGRADE_KEY: key, OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password },
  });
  write(site.dataDir, 1);
  return openOffice(site);
}

type Progress = {
  version: string;
  isWaiting: boolean;
  step: string;
  status: { state: string; lines: string[] } | null;
};

/** The back office as a browser uses it: it asks again while nobody answers. */
async function openOffice({ port }: Installed) {
  const base = `http://127.0.0.1:${port}`;
  let token = '';
  const send = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const headers = { authorization: token, ...(body && !isForm && { 'content-type': 'application/json' }) };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    return (await (await fetch(base + path, { method, headers, ...sent })).json()) as Envelope;
  };
  const logIn = async () => ((await send('POST', '/oauth/emailLogin', owner)).data as { token: string } | null)?.token;
  token = (await expect.poll(logIn, { timeout: 30_000 }).toBeTruthy().then(logIn)) ?? ''; // the owner is made as it starts
  await send('POST', '/v1/account/confirm', { password: owner.password });
  return {
    send,
    progress: async () => (await send('GET', '/v1/admin/upgrade/progress')).data as Progress,
    async upload() {
      const bytes = readFileSync(archive);
      const size = 4 * 1024 ** 2;
      for (let from = 0; from < bytes.length; from += size) {
        const form = new FormData();
        form.append('file', new Blob([bytes.subarray(from, from + size)]), basename(archive));
        const path = `/v1/admin/upgrade/upload?id=release-12345&from=${from}&total=${bytes.length}`;
        expect(await send('POST', path, form)).toMatchObject({ code: 200 });
      }
      const signature = sign(null, Buffer.from(sums), keys.privateKey).toString('base64');
      const body = { name: basename(archive), sums, signature };
      expect(await send('POST', '/v1/admin/upgrade/check', body)).toMatchObject({
        code: 200,
        data: { version: '0.2.1' },
      });
    },
    start: (body: object) => send('POST', '/v1/admin/upgrade/', body),
  };
}

const request = () => join(site.dataDir, 'upgrades/request.json');

/** Waits for the request as the path unit does, then runs what its service runs. */
async function runUnit(how: Parameters<Installed['run']>[1] = {}) {
  await expect.poll(() => readText(request()), { timeout: 10_000 }).toBeTruthy();
  return site.run(['upgrade-request', ...quickly], how);
}

function readText(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

type Office = Awaited<ReturnType<typeof openOffice>>;

/** Asks until the upgrade is over, through the time in which nobody answers. */
async function untilOver(office: Office) {
  for (const until = Date.now() + 180_000; Date.now() < until; await setTimeout(200)) {
    const now = await office.progress().catch(() => undefined);
    if (now && !now.isWaiting && now.step === '' && now.status?.state !== 'running') return now;
  }
  throw new Error('not over');
}

test.runIf(isLong)('a release is uploaded, put in place by its button, and rolled back by another', slow, async () => {
  const office = await open();
  expect((await office.send('GET', '/v1/admin/upgrade/')).data).toMatchObject({ way: 'button', releases: [] });
  await office.upload();
  expect((await office.send('GET', '/v1/admin/upgrade/')).data).toMatchObject({
    releases: [{ version: '0.2.1', source: 'upload', isSigned: true }],
    space: { program: expect.any(Number), data: expect.any(Number) },
  });
  expect(await office.start({ act: 'upgrade', version: '0.2.1', source: 'upload' })).toMatchObject({ code: 200 });
  const [ran, over] = await Promise.all([runUnit(), untilOver(office)]);
  expect(ran).toMatchObject({ code: 0, output: expect.stringContaining('升级好了，现在是 0.2.1') });
  expect(over).toMatchObject({ version: '0.2.1', status: { state: 'done' } });
  expect(over.status?.lines.at(-1)).toContain('升级好了，现在是 0.2.1');
  expect(site.versions()).not.toContain('downloads');
  const { data } = await office.send('GET', '/v1/admin/upgrade/');
  expect(data).toMatchObject({ releases: [], rollback: { from: '0.2.1', to: '0.2.0', keepsData: false } });

  write(site.dataDir, 2);
  await office.start({ act: 'rollback' });
  const [back, ended] = await Promise.all([runUnit(), untilOver(office)]);
  expect(back.code).toBe(0);
  expect(ended).toMatchObject({ version: '0.2.0', status: { state: 'done' } });
  expect(written(site.dataDir)).toEqual([1]);
});

test.runIf(isLong)('a release that does not start goes back, and the page says why', slow, async () => {
  const bad = releases.next('bad', (release) => prepend(release, notInTrial('process.exit(3);')));
  const whole = [archive, sums];
  archive = archiveOf(bad, releases.folder);
  sums = sumsOf(archive);
  const office = await open();
  await office.upload();
  await office.start({ act: 'upgrade', version: '0.2.1', source: 'upload' });
  const [ran, over] = await Promise.all([runUnit(), untilOver(office)]);
  expect(ran.code).toBe(1);
  expect(over).toMatchObject({ version: '0.2.0', status: { state: 'failed' } });
  expect(over.status?.lines.at(-1)).toContain('0.2.0 和它的数据都回来了');
  [archive = '', sums = ''] = whole;
  archive = archiveOf(releases.pathOf('good'), releases.folder);
});

describe.runIf(isLong).each(killPoints)('killed at %s', (killAt) => {
  test(
    'the page is answered by the old or the new version and says which, before and after the unit runs again',
    slow,
    async () => {
      const office = await open();
      await office.upload();
      await office.start({ act: 'upgrade', version: '0.2.1', source: 'upload' });
      await runUnit({ killAt });
      await expect.poll(() => site.isUp(), { timeout: 120_000 }).toBe(true);
      const cut = await office.progress();
      expect(cut).toMatchObject({ version: expect.stringMatching(/^0\.2\.[01]$/), isWaiting: false });
      expect(cut.version).toBe(site.running());
      const again = await site.run(['upgrade-request', ...quickly]);
      expect(again.code).toBe(0);
      const over = await untilOver(office);
      expect(over.version).toBe(site.current());
      expect(over.status).toMatchObject({ state: over.version === '0.2.1' ? 'done' : 'failed' });
      expect(over.status?.lines.at(-1)).toContain(`现在是 ${over.version}`);
      expect(await site.isUp(over.version)).toBe(true);
      expect(written(site.dataDir)).toEqual([1]);
      process.stdout.write(`${killAt} → ${cut.version}，收尾之后 ${over.version}\n`);
    },
  );
});

test.runIf(isLong)('what the site could have written is owned by its user, never by root', slow, async () => {
  const office = await open();
  await office.upload();
  await office.start({ act: 'upgrade', version: '0.2.1', source: 'upload' });
  await Promise.all([runUnit(), untilOver(office)]);
  const { statSync, readdirSync } = await import('node:fs');
  const folder = join(site.dataDir, 'upgrades');
  const owners = new Set(readdirSync(folder).map((name) => statSync(join(folder, name)).uid));
  expect([...owners]).toEqual([ownUser]);
});

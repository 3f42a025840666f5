import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Exchange, faultyProxy } from '../../../test/faulty-proxy.ts';
import { type S3, startS3 } from '../../../test/s3.ts';
import { hasWebdav, startWebdav, webdavAccount } from '../../../test/webdav.ts';
import { RemoteRefused, type Where } from './clients/client.ts';
import { openRemote } from './clients/clients.ts';
import { markFolder } from './clients/folder.ts';
import { backupsAmong } from './remote-files.ts';
import { uploadBackup } from './upload.ts';

const slow = { timeout: 60_000 };
const name = 'mojian-20261129-063000.zip';
const bytes = randomBytes(3_000_000);

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-upload-'));
  path = join(folder, name);
  await writeFile(path, bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Options = { passphrase?: string; largestFile?: number };
const upload = (where: Where, { passphrase = '', largestFile }: Options = {}) =>
  uploadBackup({ folder: openRemote(where), path, name, passphrase, largestFile });

/** Why an upload is refused, and whether for long. */
async function refusal(where: Where, options: Options = {}) {
  const error = await upload(where, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RemoteRefused);
  const { message, isLasting } = error as RemoteRefused;
  expect(message).not.toMatch(/hush|Basic|AKID/);
  return { message, isLasting };
}

const sum = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const answer =
  (status: number, text = '') =>
  ({ reply, request }: Exchange) => {
    request.resume();
    reply.writeHead(status).end(text);
  };
/** Acts on requests of one method, and passes the others on. */
const on =
  (method: string, act: (exchange: Exchange) => void, largeOnly = method === 'PUT') =>
  (exchange: Exchange) => {
    const { request, pass } = exchange;
    const isLarge = Number(request.headers['content-length'] ?? 0) > 1000;
    request.method === method && (isLarge || !largeOnly) ? act(exchange) : pass();
  };
const flip = (chunk: Buffer) => {
  const changed = Buffer.from(chunk);
  if (changed.length > 100) changed[50] = (changed[50] ?? 0) ^ 1;
  return changed;
};

describe.skipIf(!hasWebdav)('a WebDAV server', () => {
  let dav: Awaited<ReturnType<typeof startWebdav>>;
  beforeAll(async () => {
    dav = await startWebdav();
  });
  afterAll(() => dav?.stop());
  beforeEach(() => dav?.empty());

  const place = (change: Partial<Where> = {}): Where => ({
    kind: 'webdav',
    url: dav.url,
    ...webdavAccount,
    allowPrivate: true,
    ...change,
  });
  const through = async (act: (exchange: Exchange) => void) => {
    const { port } = await faultyProxy(dav.port, act);
    return place({ url: `http://127.0.0.1:${port}/dav/backups` });
  };
  const whole = async () => backupsAmong(await openRemote(place()).list()).map((one) => one.name);

  test('a backup is uploaded into a folder made for it, read back, listed and removed', slow, async () => {
    expect(await upload(place())).toEqual({ name, bytes: bytes.length, pieces: 1 });
    expect(await dav.names()).toEqual([name]);
    expect(bytes.equals(await dav.read(name))).toBe(true);
    const remote = openRemote(place());
    expect(backupsAmong(await remote.list())).toEqual([{ name, bytes: bytes.length, files: [name] }]);
    await remote.remove(name);
    await remote.remove(name);
    expect(await dav.names()).toEqual([]);
  });

  test('folders above are made too', slow, async () => {
    await upload(place({ url: `${dav.url}/每天/站点` }));
    expect(await openRemote(place({ url: `${dav.url}/每天/站点/` })).list()).toEqual([{ name, bytes: bytes.length }]);
  });

  test('encrypted and cut into pieces it comes back the same', slow, async () => {
    const uploaded = await upload(place(), { passphrase: '三月里的小雨', largestFile: 1_000_000 });
    expect(uploaded).toMatchObject({ name: `${name}.age`, pieces: 4 });
    expect(await dav.names()).toEqual([1, 2, 3, 4].map((at) => `${name}.age.0${at}of04`));
    expect(await whole()).toEqual([`${name}.age`]);
    await openRemote(place()).remove(`${name}.age.02of04`);
    expect(await whole()).toEqual([]);
  });

  test('a wrong password is said with what it may be', slow, async () => {
    expect(await refusal(place({ secret: 'wrong' }))).toEqual({
      message: expect.stringContaining('账号或密码不对；坚果云与 Nextcloud 要填应用密码'),
      isLasting: true,
    });
  });

  test('a full server leaves nothing', slow, async () => {
    const where = await through(on('PUT', answer(507)));
    expect(await refusal(where)).toEqual({
      message: expect.stringContaining('那边的空间满了（507）'),
      isLasting: true,
    });
    expect(await dav.names()).toEqual([]);
  });

  test('a quota that ends in the middle of the upload leaves nothing', slow, async () => {
    const where = await through(
      on('PUT', ({ request, reply }) => {
        request.once('data', () => reply.writeHead(507, { connection: 'close' }).end());
      }),
    );
    expect((await refusal(where)).message).toMatch(/那边的空间满了（507）|连接断了/);
    expect(await dav.names()).toEqual([]);
  });

  test('a file too large is refused before it is sent', slow, async () => {
    const where = await through(on('PUT', answer(413)));
    expect((await refusal(where)).message).toContain('文件太大，那边不收（413）');
  });

  test('a connection cut in the middle of the upload leaves no half under the name', slow, async () => {
    const where = await through(on('PUT', ({ pass }) => pass({ cutAfter: 1_000_000 })));
    expect(await refusal(where)).toEqual({ message: expect.stringContaining('连接断了'), isLasting: false });
    expect(await whole()).toEqual([]);
  });

  test('a connection cut while it is read back leaves nothing', slow, async () => {
    const where = await through(on('GET', ({ passCut }) => passCut(1_000_000)));
    expect((await refusal(where)).message).toContain('连接断了');
    expect(await dav.names()).toEqual([]);
  });

  test.each(['', '三月里的小雨'])(
    'silent corruption is found by reading back (passphrase %j)',
    slow,
    async (passphrase) => {
      const where = await through(on('PUT', ({ pass }) => pass({ change: flip })));
      expect((await refusal(where, { passphrase })).message).toContain('读回来的和送去的不一样');
      expect(await dav.names()).toEqual([]);
    },
  );

  test('a server that says 201 and stores nothing is found out', slow, async () => {
    const where = await through(on('PUT', answer(201)));
    expect((await refusal(where)).message).toContain('（404）');
  });

  test('a folder that cannot be made is said', slow, async () => {
    const where = await through(on('MKCOL', answer(409)));
    expect(await refusal(where)).toEqual({ message: expect.stringContaining('上一级文件夹不存在'), isLasting: true });
    const forbidden = await through(on('MKCOL', answer(403)));
    expect((await refusal(forbidden)).message).toContain('这个账号不能写那个文件夹');
  });

  test('a redirect is not followed', slow, async () => {
    const where = await through(({ reply }) => reply.writeHead(302, { location: 'http://127.0.0.1:1/dav/' }).end());
    expect(await refusal(where)).toEqual({
      message: '这个地址跳转到了别处（127.0.0.1:1）：请填跳转之后的地址',
      isLasting: true,
    });
  });

  test('a certificate that nobody signed is refused', slow, async () => {
    const { key, cert } = await selfSigned();
    const { port } = await faultyProxy(dav.port, ({ pass }) => pass(), { key, cert });
    expect(await refusal(place({ url: `https://127.0.0.1:${port}/dav/backups` }))).toEqual({
      message: expect.stringMatching(/HTTPS 证书不能用（自己签发的）/),
      isLasting: true,
    });
    const notTls = await refusal(place({ url: dav.url.replace('http:', 'https:') }));
    expect(notTls.message).toContain('那个端口不是 HTTPS');
  });

  test.each(['<html><p>欢迎<br></html>', '<?xml version="1.0"?><multistatus><response><href>', '', '<a/>'])(
    'a listing that is none is said: %j',
    slow,
    async (text) => {
      const where = await through(on('PROPFIND', answer(207, text)));
      await expect(openRemote(where).list()).rejects.toThrow('答的不是文件夹的清单');
      const page = await through(on('PROPFIND', answer(200, text)));
      await expect(upload(page)).rejects.toThrow('答的不是文件夹的清单');
    },
  );

  test('a listing without end is bounded', slow, async () => {
    const where = await through(
      on('PROPFIND', ({ reply }) => {
        reply.writeHead(207);
        const more = () => reply.write('<a>'.repeat(100_000), () => reply.destroyed || setImmediate(more));
        more();
      }),
    );
    await expect(openRemote(where).list()).rejects.toThrow('对方的答复太长');
  });

  test('a server that cannot rename shows nothing before all is proven', slow, async () => {
    const where = await through(on('MOVE', answer(405)));
    expect(await upload(where)).toEqual({ name, bytes: bytes.length, pieces: 2 });
    expect(await dav.names()).toEqual([`${name}.01of02`, `${name}.02of02`]);
    const joined = Buffer.concat([await dav.read(`${name}.01of02`), await dav.read(`${name}.02of02`)]);
    expect(sum(joined)).toBe(sum(bytes));
    await dav.empty();
    const cutting = await through((exchange) => {
      const { request, pass } = exchange;
      if (request.method === 'MOVE') answer(405)(exchange);
      else if (request.method === 'DELETE') answer(500)(exchange);
      else on('PUT', () => pass({ cutAfter: 1_000_000 }))(exchange);
    });
    await refusal(cutting);
    expect(await whole()).toEqual([]);
  });

  test('a slow server is waited for', slow, async () => {
    const where = await through(on('PUT', ({ pass }) => pass({ slow: 20 })));
    expect((await upload(where)).name).toBe(name);
  });

  test('its own network is reached by a second tick only', slow, async () => {
    const { message, isLasting } = await refusal(place({ allowPrivate: false }));
    expect([message, isLasting]).toEqual([
      expect.stringContaining('在内网：确实要放到自己的内网，请打开「允许内网地址」'),
      true,
    ]);
  });

  test('nobody there, and no such host', slow, async () => {
    expect(await refusal(place({ url: 'http://127.0.0.1:1/dav' }))).toMatchObject({
      message: expect.stringContaining('连不上'),
    });
    expect((await refusal(place({ url: 'http://nobody.invalid/dav' }))).message).toContain('找不到主机 nobody.invalid');
  });
});

describe('an S3 server', () => {
  let s3: S3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(async () => {
    await s3.stop();
    await s3.remove();
  });
  beforeEach(async () => {
    const remote = openRemote(place());
    for (const one of await remote.list()) await remote.remove(one.name);
  });

  const place = (change: Partial<Where> & { port?: number } = {}): Where => {
    const { port = s3.port, ...rest } = change;
    const url = `http://127.0.0.1:${port}/pictures/${encodeURIComponent('备份')}?region=us-east-1`;
    return { kind: 's3', url, username: 'AKIDMOJIAN', secret: s3.secret, allowPrivate: true, ...rest };
  };
  const through = async (act: (exchange: Exchange) => void) => place(await faultyProxy(s3.port, act));
  const whole = async () => backupsAmong(await openRemote(place()).list()).map((one) => one.name);
  const error = (status: number, code: string) =>
    answer(status, `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);

  test('a backup is uploaded, read back, listed and removed', slow, async () => {
    expect(await upload(place())).toEqual({ name, bytes: bytes.length, pieces: 1 });
    expect(await whole()).toEqual([name]);
    const encrypted = await upload(place(), { passphrase: '三月里的小雨', largestFile: 2_000_000 });
    expect(encrypted).toMatchObject({ name: `${name}.age`, pieces: 2 });
    expect(await whole()).toEqual([`${name}.age`, name]);
    await openRemote(place()).remove(name);
    expect(await whole()).toEqual([`${name}.age`]);
  });

  test.each([
    ['a wrong secret', { secret: 'wrong' }, 'SECRET 不对'],
    ['an unknown key', { username: 'NOBODY' }, '对象存储不认识这个 KEY'],
    ['a bucket that is not there', { url: '' }, '没有名为 elsewhere 的存储桶'],
  ])('%s is said', slow, async (_name, change, words) => {
    const url = 'url' in change ? place().url.replace('pictures', 'elsewhere') : place().url;
    expect(await refusal(place({ ...change, url }))).toEqual({ message: words, isLasting: true });
  });

  test.each([
    ['a full store', 507, 'XMinioStorageFull', '那边的空间满了'],
    ['a quota', 403, 'QuotaExceeded', '那边的空间满了'],
    ['keys that may not write', 403, 'AccessDenied', '没有读写存储桶'],
    ['a clock that is wrong', 403, 'RequestTimeTooSkewed', '时钟'],
    ['a broken server', 500, 'InternalError', '答复 500 InternalError'],
  ])('%s leaves nothing', slow, async (_name, status, code, words) => {
    const where = await through(on('PUT', error(status, code)));
    expect((await refusal(where)).message).toContain(words);
    expect(await whole()).toEqual([]);
  });

  test('a cut connection, a lie and silent corruption leave nothing', slow, async () => {
    const cutting = await through(on('PUT', ({ pass }) => pass({ cutAfter: 1_000_000 })));
    expect((await refusal(cutting)).message).toContain('连接断了');
    const lying = await through(on('PUT', answer(200)));
    await refusal(lying);
    const corrupting = await through(on('PUT', ({ pass }) => pass({ change: flip })));
    expect((await refusal(corrupting)).message).toContain('读回来的和送去的不一样');
    const cutBack = await through((exchange) =>
      exchange.request.url?.includes('list-type')
        ? exchange.pass()
        : on('GET', ({ passCut }) => passCut(500_000))(exchange),
    );
    expect((await refusal(cutBack)).message).toContain('连接断了');
    expect(await whole()).toEqual([]);
  });

  test('a redirect, a page and a listing that is none are said', slow, async () => {
    const elsewhere = await through(({ reply }) => reply.writeHead(307, { location: 'https://other.example/' }).end());
    expect((await refusal(elsewhere)).message).toContain('跳转到了别处（other.example）');
    for (const text of ['<html><p>登录<br></html>', '<ListBucketResult><Contents>', ''])
      expect((await refusal(await through(on('GET', answer(200, text))))).message).toContain('答的不是存进去的文件');
  });
});

describe('a mounted folder', () => {
  test('a backup is copied once the folder is known, and refused when the disk is not mounted', slow, async () => {
    const target = await mkdtemp(join(tmpdir(), 'mojian-mounted-'));
    const place: Where = { kind: 'folder', url: target, username: '', secret: '', allowPrivate: false };
    expect((await refusal(place)).message).toContain('那块盘多半没有挂载上');
    await markFolder(target);
    expect(await upload(place, { passphrase: '三月里的小雨' })).toMatchObject({ name: `${name}.age` });
    expect(await readdir(target)).toEqual(['.mojian-backups', `${name}.age`]);
    await rm(target, { recursive: true });
    expect((await refusal(place)).message).toContain('没有');
  });
});

async function selfSigned() {
  const { execFileSync } = await import('node:child_process');
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const pem = execFileSync('openssl', [...options, '-subj', '/CN=127.0.0.1', '-keyout', '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { key: pem, cert: pem };
}

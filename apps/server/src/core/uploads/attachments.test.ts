import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { type AttachmentKind, attachmentEndings, attachmentKinds } from '@mojian/contract/core/attachment-kinds';
import { beforeEach, expect, test } from 'vitest';
import { makeZip } from '../../../../../packages/foreign-files/test/make-zip.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { madeFiles, mp3 } from '../../../test/made-files.ts';
import { tokenOf } from '../../../test/site.ts';
import { formOf, upload } from '../../../test/upload.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { spoolFolder } from '../../platform/storage/spool.ts';
import { forgetSettings, saveSettings } from '../settings/settings.ts';

const site = freshSite();
const megabyte = 1024 * 1024;

const allow = async (uploads: Record<string, number>) => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'uploads', uploads));
  forgetSettings(site.db); // as every process does when it hears of the change
};
beforeEach(() => allow({ memberFiles: 2 }));

const send = (name: string, bytes: Uint8Array, viewer: Viewer = site.lin) => upload(site, viewer, { name, bytes });
const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const stored = async (kind: AttachmentKind, name = `课件.${kind}`) => (await send(name, madeFiles[kind]())).data.url;
/** 小林 publishes it, so that everybody may fetch it. */
const published = async (kind: AttachmentKind, name?: string) => {
  const url = await stored(kind, name);
  await site.writes({ markdown: `[课件](${url})` });
  return url;
};
const arriving = () => readdir(spoolFolder(site.dataDir)).catch(() => []);

async function expectNothingStored() {
  expect(await site.keptFiles()).toBe(0);
  expect(await site.db.selectFrom('files').selectAll().execute()).toEqual([]);
  expect(await arriving()).toEqual([]);
}

test.each(attachmentEndings)('a %s is known by its content, whatever its name says', async (kind) => {
  const bytes = madeFiles[kind]();
  const { status, data } = await send('第一课.png', bytes);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    url: expect.stringMatching(new RegExp(`^/files/[0-9a-f]{2}/[0-9a-f]{32}\\.${kind}$`)),
    width: 0,
    bytes: bytes.length,
    attachment: { name: `第一课.${kind}`, kind },
    quota: { used: bytes.length },
  });
  await site.writes({ markdown: `[第一课](${data.url})` });
  const served = await get(data.url);
  expect(served.rawPayload).toEqual(bytes);
  const { group, type } = attachmentKinds[kind];
  expect(served.headers).toMatchObject({
    'content-type': type,
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `${group === 'document' ? 'attachment' : 'inline'}; filename="file.${kind}"; filename*=UTF-8''%E7%AC%AC%E4%B8%80%E8%AF%BE.${kind}`,
  });
  expect(await arriving()).toEqual([]);
});

const notTaken: [name: string, file: string, bytes: Uint8Array | string, status: number, text: RegExp][] = [
  ['HTML', '作业.pdf', '<!doctype html><script>alert(1)</script>', 415, /^这是网页/],
  ['HTML behind a comment', '作业.pdf', '<!-- a --><!-- b -->\n<html>', 415, /^这是网页/],
  ['SVG', '图.pdf', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 415, /^这是 SVG 图片/],
  ['a program for Windows', '课件.zip', 'MZ\x90\0', 415, /^这是程序/],
  ['a program for Linux', '课件.pdf', '\x7fELF', 415, /^这是程序/],
  ['a script', '课件.pdf', '#!/bin/sh\nrm -rf /', 415, /^这是程序/],
  ['text', '课件.docx', '第一课', 415, /^这种文件不能传，可以传的是图片、PDF/],
  ['RAR', '课件.zip', 'Rar!\x1a\x07\0', 415, /请改用 zip/],
  ['Matroska', '课.webm', '\x1aE\xdf\xa3\x8bB\x82\x88matroska', 415, /^这是 MKV/],
  ['QuickTime', '课.mp4', '\0\0\0\x14ftypqt  ', 415, /^这是 QuickTime/],
  ['HEIC', '照片.mp4', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 415, /^这是 HEIC 照片/],
  ['a zip without a directory', '课件.zip', 'PK\x03\x04 and nothing more', 400, /^文件已损坏/],
  [
    'a compound file of something else',
    '课件.doc',
    Buffer.from(madeFiles.doc().toString('latin1').replace('W\0o\0r\0d', 'X\0o\0r\0d'), 'latin1'),
    400,
    /^文件已损坏/,
  ],
  ['a compound file that goes in circles', '课件.doc', circle(), 400, /^文件已损坏/],
  ['a tag without a recording', '歌.mp3', 'ID3\x03\0\0\0\0\0\x05hello<script>', 400, /^文件已损坏/],
  [
    'a recording of one odd frame',
    '歌.mp3',
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(2000)]),
    400,
    /^文件已损坏/,
  ],
  ['nothing', '空.pdf', '', 400, /^这个文件是空的/],
];

function circle() {
  const bytes = madeFiles.doc();
  bytes.writeUInt32LE(1, 516);
  bytes.fill(0, 1536);
  return bytes;
}

test.each(notTaken)('%s is refused in Chinese and leaves nothing behind', async (_name, file, bytes, status, text) => {
  const sent = typeof bytes === 'string' ? Buffer.from(bytes, /[^\0-\xff]/.test(bytes) ? 'utf8' : 'latin1') : bytes;
  const refused = await send(file, sent);
  expect(refused).toMatchObject({ status, data: null, extra: { field: 'file' } });
  expect(refused.message).toMatch(text);
  await expectNothingStored();
});

test('what begins as one kind and goes on as another is served as the first alone', async () => {
  const polyglot = Buffer.concat([madeFiles.pdf(), Buffer.from('<script>alert(1)</script>'), madeFiles.zip()]);
  const { data } = await send('都是.html', polyglot);
  expect(data.attachment).toMatchObject({ name: '都是.pdf', kind: 'pdf' });
  await site.writes({ markdown: `[都是](${data.url})` });
  const { headers } = await get(data.url);
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect((await get(data.url.replace('.pdf', '.html'))).statusCode).toBe(404);
  expect((await get(data.url.replace('.pdf', '.zip'))).statusCode).toBe(404);
});

test('a zip bomb is stored as it is and never unpacked', async () => {
  const bomb = makeZip({ name: 'bomb.txt', bytes: Buffer.alloc(64 * megabyte), claims: 4_000_000_000 });
  const before = process.memoryUsage.rss();
  const { status, data } = await send('炸弹.zip', bomb);
  expect([status, data.bytes]).toEqual([200, bomb.length]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * megabyte);
});

const names: [written: string, download: string][] = [
  ['第一课 讲义.pdf', '第一课 讲义.pdf'],
  ['a\r\nset-cookie: x=1.pdf', 'aset-cookie x=1.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\桌面\\课件.pdf', '课件.pdf'],
  ['发票\u202efdp.exe', '发票fdp.pdf'],
  ['a\u200b\u2066b\u0000.pdf', 'ab.pdf'],
  ['...pdf', '未命名.pdf'],
  ['.pdf', '未命名.pdf'],
  ['"引号"; filename=evil.exe', '引号 ; filename=evil.pdf'],
  [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(100)}.pdf`],
  ['👩‍🏫.pdf', '👩🏫.pdf'],
];

test.each(names)('%j is downloaded as %j', async (written, download) => {
  const { data } = await send(written, madeFiles.pdf());
  expect(data.attachment?.name).toBe(download);
  await site.writes({ markdown: `[附件](${data.url})` });
  const disposition = String((await get(data.url)).headers['content-disposition']);
  expect(disposition).toMatch(/^attachment; filename="file\.pdf"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/);
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(download);
});

test('the same bytes under two names are two downloads; repeated, they count once', async () => {
  const [one, other, again] = [
    await stored('pdf', '一.pdf'),
    await stored('pdf', '二.pdf'),
    await stored('pdf', '一.pdf'),
  ];
  expect(one).not.toBe(other);
  expect(again).toBe(one);
  const { data } = await send('一.pdf', madeFiles.pdf());
  expect(data.quota.used).toBe(2 * madeFiles.pdf().length);
  expect((await send('一.pdf', madeFiles.pdf(), site.owner)).data.url).toBe(one);
});

test('members may attach nothing until the owner lets them, and are told so; pictures are as before', async () => {
  await allow({ memberFiles: 0 });
  const refused = await send('课件.pdf', madeFiles.pdf());
  expect(refused).toMatchObject({ status: 415, extra: { failure: 'wrong-type', field: 'file' } });
  expect(refused.message).toBe('这是 PDF 文件，不是图片；站点没有开放给你传别的文件');
  expect((await send('课件.docx', madeFiles.docx())).message).toBe('这不是图片；站点没有开放给你传别的文件');
  await expectNothingStored();
  expect((await send('课件.pdf', madeFiles.pdf(), site.owner)).status).toBe(200);
  expect((await upload(site, null, { name: '课件.pdf', bytes: madeFiles.pdf() })).status).toBe(401);
});

test('each rank has its own largest file', async () => {
  await site.db.updateTable('users').set({ role: 'editor' }).where('id', '=', site.ming.id).execute();
  const editor = site.ming;
  const sized = (bytes: number) => Buffer.concat([madeFiles.pdf(), Buffer.alloc(bytes)]).subarray(0, bytes);
  await allow({ memberFiles: 1, editorFiles: 2, staffFiles: 12 });
  expect((await send('一.pdf', sized(megabyte))).status).toBe(200);
  expect(await send('二.pdf', sized(megabyte + 1))).toMatchObject({ status: 413, message: '文件不能超过 1 MB' });
  expect((await send('二.pdf', sized(2 * megabyte), editor)).status).toBe(200);
  expect(await send('三.pdf', sized(2 * megabyte + 1), editor)).toMatchObject({
    status: 413,
    message: '文件不能超过 2 MB',
  });
  expect((await send('三.pdf', sized(12 * megabyte), site.owner)).status).toBe(200);
  expect(await send('四.pdf', sized(12 * megabyte + 1), site.owner)).toMatchObject({ status: 413 });
  expect(await arriving()).toEqual([]);
});

test('files count towards the quota, and one beyond it is refused', async () => {
  await allow({ memberFiles: 2, quota: 1 });
  const half = Buffer.concat([madeFiles.pdf(), Buffer.alloc(600 * 1024)]);
  expect((await send('一.pdf', half)).status).toBe(200);
  expect(await send('二.pdf', half)).toMatchObject({ status: 413, message: expect.stringContaining('空间不够了') });
  expect((await send('一.pdf', half)).status).toBe(200);
  expect(await site.keptFiles()).toBe(1);
});

test('a stream without an end is cut at the limit while it arrives, with little memory', async () => {
  const port = Number(new URL(await site.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
  socket.write(
    `POST /file/upload HTTP/1.1\r\nhost: mojian\r\nauthorization: ${tokenOf(site.owner)}\r\ncontent-type: multipart/form-data; boundary=edge\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const chunk = (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      socket.write(`${bytes.length.toString(16)}\r\n`);
      socket.write(bytes);
      socket.write('\r\n', () => resolve());
    });
  await chunk(Buffer.from('--edge\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'));
  const before = process.memoryUsage.rss();
  let most = 0;
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  for (let sent = 0; sent < 200 && !isAnswered; sent++) {
    await chunk(Buffer.alloc(megabyte, 1));
    most = Math.max(most, process.memoryUsage.rss() - before);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 413 .*文件不能超过 100 MB/s);
  expect(most).toBeLessThan(80 * megabyte);
  socket.destroy();
  await expect.poll(arriving).toEqual([]);
  await expectNothingStored();
});

test('a sender that hangs up leaves nothing', async () => {
  const port = Number(new URL(await site.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /file/upload HTTP/1.1\r\nhost: mojian\r\nauthorization: ${tokenOf(site.owner)}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: 500000\r\n\r\n--edge\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n${'x'.repeat(90_000)}`,
  );
  await expect.poll(arriving).toHaveLength(1);
  socket.destroy();
  await expect.poll(arriving).toEqual([]);
  await expectNothingStored();
});

test('a form with two files stores neither', async () => {
  const form = await formOf({ name: 'a.pdf', bytes: madeFiles.pdf() }, { name: 'b.pdf', bytes: madeFiles.pdf() });
  const headers = { ...form.headers, authorization: tokenOf(site.lin) };
  const { statusCode, body } = await site.app.inject({ method: 'POST', url: '/file/upload', ...form, headers });
  expect([statusCode, JSON.parse(body).message]).toEqual([400, '一次只能上传一个文件']);
  await expectNothingStored();
});

const whole = mp3(20);
const ranges: [range: string, status: number, from: number, to: number][] = [
  ['bytes=0-99', 206, 0, 99],
  ['bytes=100-', 206, 100, whole.length - 1],
  ['bytes=-50', 206, whole.length - 50, whole.length - 1],
  ['bytes=-999999', 206, 0, whole.length - 1],
  ['bytes=0-999999', 206, 0, whole.length - 1],
  ['bytes=0-0', 206, 0, 0],
  [`bytes=${whole.length - 1}-`, 206, whole.length - 1, whole.length - 1],
  ['bytes=9-3', 200, 0, whole.length - 1],
  ['bytes=0-1,5-6', 200, 0, whole.length - 1],
  ['bytes=-', 200, 0, whole.length - 1],
  ['bytes=a-b', 200, 0, whole.length - 1],
  ['lines=0-9', 200, 0, whole.length - 1],
  [`bytes=0-${'9'.repeat(40)}`, 200, 0, whole.length - 1],
];

test('a recording is served in the parts that a player asks for', async () => {
  const { data } = await send('歌.mp3', whole);
  await site.writes({ markdown: `[歌](${data.url})` });
  for (const [range, status, from, to] of ranges) {
    const part = await get(data.url, { range });
    expect([range, part.statusCode]).toEqual([range, status]);
    expect(part.rawPayload).toEqual(whole.subarray(from, to + 1));
    expect(part.headers['accept-ranges']).toBe('bytes');
    expect(part.headers['content-range']).toBe(status === 206 ? `bytes ${from}-${to}/${whole.length}` : undefined);
  }
  for (const range of [`bytes=${whole.length}-`, 'bytes=9999999-', 'bytes=-0']) {
    const beyond = await get(data.url, { range });
    expect([range, beyond.statusCode, beyond.headers['content-range']]).toEqual([
      range,
      416,
      `bytes */${whole.length}`,
    ]);
    expect(beyond.headers['content-disposition']).toBeUndefined();
  }
});

test('a part continues only the file it began with', async () => {
  const url = await published('mp3');
  const etag = String((await get(url)).headers.etag);
  expect((await get(url, { range: 'bytes=5-9', 'if-range': etag })).statusCode).toBe(206);
  expect((await get(url, { range: 'bytes=5-9', 'if-range': '"other"' })).statusCode).toBe(200);
  expect((await get(url, { range: 'bytes=5-9', 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' })).statusCode).toBe(200);
  expect((await get(url, { 'if-none-match': etag, range: 'bytes=5-9' })).statusCode).toBe(304);
  const head = await site.app.inject({ method: 'HEAD', url, headers: { range: 'bytes=5-9' } });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
    200,
    String(madeFiles.mp3().length),
    '',
  ]);
});

test('only a PDF is viewed in a page of the site, in a sandbox that reaches nothing of it', async () => {
  const pdf = await get(`${await published('pdf')}?view=1`);
  expect(pdf.headers['content-disposition']).toMatch(/^inline; /);
  expect(pdf.headers['content-security-policy']).toBe(
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts allow-downloads",
  );
  const zip = await get(`${await published('zip')}?view=1`);
  expect(zip.headers['content-disposition']).toMatch(/^attachment; /);
  expect(zip.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
});

test('a file is closed like a picture: a draft, a private and a locked article open it to nobody else', async () => {
  const url = await stored('pdf');
  const status = async (address = url) => (await get(address)).statusCode;
  expect(await status()).toBe(404);
  const [shown] = await site.as(site.lin).files.sizes({ query: { addresses: url } });
  expect(shown).toMatchObject({ attachment: { name: '课件.pdf', bytes: madeFiles.pdf().length } });
  expect(await status(shown?.shown)).toBe(200);
  expect((await site.as(site.ming).files.sizes({ query: { addresses: url } }))[0]?.shown).toBe(url);

  const id = await site.writes({ markdown: `前面\n\n<!-- more -->\n\n[课件](${url})`, readType: 1 });
  expect(await status()).toBe(404);
  const html = (await site.as(site.ming).articles.info({ query: { id } })).html;
  const signed = /href="(\/files\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(html.includes(url) ? await status(signed) : 200).toBe(200);
  await site.writes({ id, markdown: `[课件](${url})`, readType: 0 });
  expect(await status()).toBe(200);
  await site.writes({ id, markdown: `[课件](${url})`, readType: 5 });
  expect(await status()).toBe(404);
});

test('another member’s file in one’s own text opens it to nobody', async () => {
  const url = (await send('秘密.pdf', madeFiles.pdf(), site.ming)).data.url;
  await site.writes({ markdown: `[别人的](${url})` });
  expect((await get(url)).statusCode).toBe(404);
});

test('a file is no picture: neither of a say, nor a cover or a portrait', async () => {
  const url = await stored('pdf');
  await site.change('says', { members: true });
  const say = site.as(site.lin).says.insert({ body: { text: '看', pictures: [url] } });
  await expect(say).rejects.toMatchObject({ id: 'invalid-input', field: 'pictures' });
  await expect(site.as(site.lin).members.update({ body: { avatar: url } as never })).rejects.toMatchObject({
    id: 'invalid-input',
  });
});

test('one’s own files are found again by group and name, and pictures are apart', async () => {
  await stored('pdf', '日影 讲义.pdf');
  await stored('mp3', '录音.mp3');
  const mine = (query: object) => site.as(site.lin).files.mine({ query });
  expect((await mine({})).pictures).toEqual([]);
  expect((await mine({ group: 'document' })).pictures).toMatchObject([{ name: '日影 讲义.pdf', width: 0 }]);
  expect((await mine({ group: 'sound' })).pictures).toMatchObject([{ name: '录音.mp3' }]);
  expect((await mine({ group: 'document', name: '讲义' })).pictures).toHaveLength(1);
  expect((await mine({ group: 'document', name: '%' })).pictures).toEqual([]);
  expect((await site.as(site.ming).files.mine({ query: { group: 'document' } })).pictures).toEqual([]);
});

test('the office lists pictures, documents, recordings and films apart, and each by its name', async () => {
  const urls = [await published('pdf', '讲义.pdf'), await published('mp3', '录音.mp3'), await published('mp4')];
  const list = async (query: object) => (await site.office(site.owner).files.list({ query })).records;
  expect((await list({ group: 'document' })).map(({ url, name, thumb }) => [url, name, thumb])).toEqual([
    [urls[0], '讲义.pdf', ''],
  ]);
  expect((await list({ group: 'sound' })).map(({ name, group }) => [name, group])).toEqual([['录音.mp3', 'sound']]);
  expect(await list({ group: 'film' })).toHaveLength(1);
  expect(await list({ group: 'picture' })).toEqual([]);
  expect(await list({})).toHaveLength(3);
});

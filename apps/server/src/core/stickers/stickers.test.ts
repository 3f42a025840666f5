import { mostInText, mostStickers } from '@mojian/contract/core/sticker-codes';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeZip } from '../../../../../packages/foreign-files/test/make-zip.ts';
import { chatIn } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { sendForm } from '../../../test/upload.ts';
import { indexWritings } from '../../pages/search/index-writings.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();

const thanks = ':墨团_谢谢:';
const drawn =
  /<img class="by-day" src="\/sticker\/v1\/thanks-day\.webp" alt="\[墨团·谢谢\]" width="104" height="104" loading="lazy"><img class="by-night" src="\/sticker\/v1\/thanks-night\.webp" alt=""/;

type Taken = { added: string[]; refused: { file: string; reason: string }[] };
const png = (side = 20, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: side, g: 9, b: 9 } } })
    .toFormat(format)
    .toBuffer();
const add = (name: string, bytes: Uint8Array, pack = '天气', viewer: Viewer = site.owner) =>
  sendForm<Taken>(site, viewer, `/v1/admin/stickers/?pack=${encodeURIComponent(pack)}`, [{ name, bytes }]);
const office = () => site.office(site.owner).stickers;
const idOf = async (name: string) =>
  (await office().list()).flatMap(({ stickers }) => stickers).find((one) => one.name === name)?.id ?? 0;
const comment = async (text: string) => {
  const articleId = await site.writes();
  return (await site.as(site.ming).comments.post({ body: { articleId, text } })).html;
};

test('the pack that comes along has twelve stickers, found by keywords, pinyin and initials', async () => {
  const [pack, ...others] = await site.as(null).stickers.list();
  expect([pack?.name, pack?.stickers.length, others]).toEqual(['墨团', 12, []]);
  const sought = pack?.stickers.find(({ name }) => name === '谢谢')?.sought.split(' ');
  expect(sought).toEqual(expect.arrayContaining(['谢谢', '多谢', 'xiexie', 'xx']));
});

test('a sticker is drawn in comments and says, and stays text where it is written', async () => {
  expect(await comment(`好的${thanks}`)).toMatch(drawn);
  const id = await site.says({ text: `下雨了 ${thanks}` });
  const [say] = (await site.as(null).says.list({ query: { id } })).records;
  expect(say?.html).toMatch(drawn);
  expect(say?.text).toBe(`下雨了 ${thanks}`);
  const stored = await site.db.selectFrom('comments').select(['text', 'html']).execute();
  expect(stored).toMatchObject([{ text: `好的${thanks}`, html: expect.not.stringContaining('<img') }]);
});

test('on the board and in chat it is a piece of the text', async () => {
  const sticker = { day: '/sticker/v1/thanks-day.webp', night: '/sticker/v1/thanks-night.webp' };
  const pieces = [{ text: '好的' }, { text: '[墨团·谢谢]', sticker }, { text: '！' }];

  await site.as(site.ming).board.post({ body: { text: `好的${thanks}！` } });
  expect((await site.as(null).board.list({ query: {} })).records).toMatchObject([{ text: `好的${thanks}！`, pieces }]);
  const chat = chatIn(site);
  const said = await chat.say(site.ming, `好的${thanks}！`);
  expect(said.pieces).toEqual(pieces);
});

test('in code and links, for unknown names and beyond the limit of a text no picture is drawn', async () => {
  const html = await comment(`\`${thanks}\` [${thanks}](https://a.example) :墨团_没有: :a_b: 12:30_40:50`);
  expect(html).not.toContain('<img');
  expect(html).toContain(':墨团_没有: :a_b: 12:30_40:50');
  const many = await comment(thanks.repeat(mostInText + 2));
  expect(many.match(/class="by-day"/g)).toHaveLength(mostInText);
  expect(many).toContain('[墨团·谢谢][墨团·谢谢]</p>');
});

test('old texts gain stickers with their pack, and show the name of one that was taken away', async () => {
  const articleId = await site.writes();
  await site.as(site.ming).comments.post({ body: { articleId, text: '出门 :天气_晴:' } });
  const shown = async () => (await site.as(null).comments.list({ query: { articleId } })).records[0]?.html;
  expect(await shown()).toContain('出门 :天气_晴:');
  expect(await add('晴.png', await png())).toMatchObject({ status: 200, data: { added: ['晴'], refused: [] } });
  const address = /src="(\/files\/[^"]+)" alt="\[天气·晴\]"/.exec((await shown()) ?? '')?.[1] ?? '';
  expect((await site.app.inject(address)).statusCode).toBe(200);
  await office().remove({ query: { id: await idOf('晴') } });
  expect(await shown()).toContain('出门 [天气·晴]');
  expect((await site.as(null).stickers.list()).map(({ name }) => name)).toEqual(['墨团']);
  expect(await add('晴.png', await png(30))).toMatchObject({ status: 200 });
  expect(await shown()).toContain('<img src="/files/');
});

test('a notice, a room and a feed name it in words, and search does not know it', async () => {
  const articleId = await site.writes({ authorId: site.owner.id });
  await site.as(site.ming).comments.post({ body: { articleId, text: `写得好${thanks}` } });
  const [notice] = await site.db.selectFrom('notices').select('text').where('userId', '=', site.owner.id).execute();
  expect(notice?.text).toBe('写得好[墨团·谢谢]');
  await site.says({ text: `石桥上面 ${thanks}` });
  await indexWritings(site);
  const found = (query: string) => site.as(null).search.find({ query: { q: query } });
  expect((await found('石桥')).records).toMatchObject([{ summary: expect.stringContaining('[墨团·谢谢]') }]);
  expect((await found('谢谢')).records).toEqual([]);
});

test('what is no sticker is refused with its reason, and nothing is stored', async () => {
  const before = await site.keptFiles();
  const wrong: [name: string, bytes: Uint8Array, reason: string][] = [
    ['晴.jpg', await png(20, 'jpeg'), '表情须为 png、webp 或 gif 图片'],
    ['晴_天.png', await png(), '「晴_天」不能作名字：文件名须为 1 到 12 个文字、字母或数字'],
    ['晴.png', Buffer.concat([await png(), Buffer.alloc(200 * 1024)]), '图片超过 200 KB'],
    ['晴.gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(512 * 1024)]), '图片超过 512 KB'],
    ['晴.png', Buffer.from('\x89PNG nothing', 'latin1'), '这不是图片'],
    ['晴.zip', Buffer.from('no zip'), '压缩包'],
  ];
  for (const [name, bytes, reason] of wrong)
    expect(await add(name, bytes), name).toMatchObject({
      message: expect.stringContaining(reason.slice(0, 4)),
      extra: { field: 'file' },
    });
  expect(await add('晴.png', await png(), '包 名')).toMatchObject({ extra: { field: 'pack' } });
  expect(await site.keptFiles()).toBe(before);
  expect(await office().list()).toHaveLength(1);
});

test('a name comes once in a pack, which has its limit', async () => {
  await add('晴.png', await png());
  expect(await add('晴.webp', await png(30, 'webp'))).toMatchObject({ message: '「天气」里已经有「晴」了' });
  const { packId } = await site.db
    .selectFrom('stickers')
    .select('packId')
    .where('name', '=', '晴')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: mostStickers - 1 }, (_, n) => ({ packId, name: `n${n}`, picture: '/x.webp' }));
  await site.db.insertInto('stickers').values(rows).execute();
  expect(await add('雨.png', await png(31))).toMatchObject({ message: '一包最多 200 个', extra: { field: 'file' } });
});

test('of a zip the pictures come that can be taken, and the others are named', async () => {
  const bytes = makeZip(
    { name: '天气/晴.png', bytes: await png() },
    { name: '天气/雨.webp', bytes: await png(30, 'webp') },
    { name: '天气/说明.txt', bytes: '说明' },
    { name: '__MACOSX/天气/._晴.png', bytes: 'x' },
  );
  expect(await add('天气.zip', bytes)).toMatchObject({
    data: { added: ['晴', '雨'], refused: [{ file: '说明.txt', reason: '表情须为 png、webp 或 gif 图片' }] },
  });
  const [, pack] = await office().list();
  expect(pack).toMatchObject({ name: '天气', isOwn: false, stickers: [{ name: '晴' }, { name: '雨' }] });
});

test('an animated sticker still moves', async () => {
  const frame = (red: number) => ({
    create: { width: 20, height: 20, channels: 3 as const, background: { r: red, g: 0, b: 0 } },
  });
  const frames = await Promise.all([0, 250].map((red) => sharp(frame(red)).png().toBuffer()));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  await add('动.gif', gif);
  const picture = (await office().list())[1]?.stickers[0]?.picture.day ?? '';
  const { rawPayload } = await site.app.inject(picture);
  expect((await sharp(rawPayload).metadata()).pages).toBe(2);
});

test('the pack that came along can be taken away and put back', async () => {
  const [own] = await office().list();
  await office().removePack({ query: { id: own?.id ?? 0 } });
  expect(await site.as(null).stickers.list()).toEqual([]);
  expect(await comment(thanks)).toContain('[墨团·谢谢]');
  await expect(office().removePack({ query: { id: own?.id ?? 0 } })).rejects.toMatchObject({ id: 'not-found' });
  await office().putBack();
  const [back] = await office().list();
  expect(back).toEqual({ ...own, stickers: expect.arrayContaining(own?.stickers ?? []) });
});

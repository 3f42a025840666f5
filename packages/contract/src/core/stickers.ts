import { z } from 'zod';
import { del, get, post, put } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';
import { isPackName, longestPackName } from './sticker-codes.ts';
import type { UploadedFile } from './uploads.ts';

/** Bytes of a still picture, of an animated one, and of a zip of pictures. */
export const largestSticker = 200 * 1024;
export const largestAnimation = 512 * 1024;
export const largestStickerZip = 20 * 1024 * 1024;

/** Pictures of a sticker by day and by night; `night` is '' where one does for both. */
export const stickerPicture = z.object({ day: z.string(), night: z.string() });

export type StickerPicture = z.infer<typeof stickerPicture>;

/** Run of a plain text: a sticker with its picture, whose `text` are the words for it, or text. */
export const stickerPiece = z.union([
  z.object({ text: z.string(), sticker: stickerPicture }),
  z.object({ text: z.string() }), // last: it accepts the other too and would strip its picture
]);

export type StickerPiece = z.infer<typeof stickerPiece>;

const sticker = z.object({
  name: z.string(),
  picture: stickerPicture,
  /** Keywords, and syllables and initials of the name: what a search compares with. */
  sought: z.string(),
});

const pack = z.object({ name: z.string(), stickers: z.array(sticker) });

export type Sticker = z.infer<typeof sticker>;
export type StickerPack = z.infer<typeof pack>;

export const stickers = {
  list: get('/v1/sticker/', 'anyone', {
    about: '表情包：各包里的表情，写作 :包_名:；sought 是供搜索的关键词、拼音与首字母',
    reply: z.array(pack),
  }),
};

const stickerRow = z.object({
  id: z.number(),
  name: z.string(),
  keywords: z.string(),
  picture: stickerPicture,
});
const packRow = z.object({
  id: z.number(),
  name: z.string(),
  /** The pack that comes along, which can be put back. */
  isOwn: z.boolean(),
  stickers: z.array(stickerRow),
});

export type StickerRow = z.infer<typeof stickerRow>;
export type StickerPackRow = z.infer<typeof packRow>;

const taken = z.object({
  /** Names of the stickers that came. */
  added: z.array(z.string()),
  /** Files of a zip that did not, and why. */
  refused: z.array(z.object({ file: z.string(), reason: z.string() })),
});

export type TakenStickers = z.infer<typeof taken>;

const packName = z
  .string('请填写包名')
  .trim()
  .refine(isPackName, `包名须为 1 到 ${longestPackName} 个文字、字母或数字`);

export const adminStickers = {
  list: get('/v1/admin/stickers/', 'stickers.manage', {
    about: '表情包与其中的表情；拿走了的不在里面',
    reply: z.array(packRow),
  }),
  add: post('/v1/admin/stickers/', 'stickers.manage', {
    about:
      '往一包里放一张图（png、webp、gif，不超过 200 KB，会动的不超过 512 KB；文件名就是表情的名字），或一个装着图的 zip；没有这一包就新建',
    limit: { most: 600, seconds: 600 },
    uploads: largestStickerZip,
    uploadName: '文件',
    query: z.object({ pack: packName }),
    body: z.object({ file: z.custom<UploadedFile>((value) => value instanceof Object, '请选择图片或 zip') }),
    reply: taken,
  }),
  change: put('/v1/admin/stickers/', 'stickers.manage', {
    about: '改一个表情的关键词；名字写在旧文字里，不能改',
    body: z.object({
      id: id('表情编号'),
      keywords: z.string('关键词须为文字').trim().max(60, '关键词不能超过 60 个字'),
    }),
  }),
  remove: del('/v1/admin/stickers/', 'stickers.manage', {
    about: '拿走一个表情；从前用过它的文字里显示它的名字',
    query: z.object({ id: id('表情编号') }),
  }),
  removePack: del('/v1/admin/stickers/pack', 'stickers.manage', {
    about: '拿走一整包',
    query: z.object({ id: id('包的编号') }),
  }),
  putBack: post('/v1/admin/stickers/own', 'stickers.manage', {
    about: '放回随墨笺来的「墨团」',
  }),
};

import { z } from 'zod';
import { get, paged, post } from '../platform/endpoint.ts';
import { isWebAddress, time } from '../platform/fields.ts';
import { completeAddress, largestAttachment } from '../platform/rules.ts';
import { attachmentEndings, fileGroups } from './attachment-kinds.ts';

const quota = z.object({ used: z.number(), most: z.number().nullable() });

const upload = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  /** Bytes of the original, without the smaller copies. */
  bytes: z.number(),
  /** Smaller copies by width. */
  sizes: z.array(z.object({ width: z.number(), url: z.string() })),
  /** base64 of a ThumbHash, shown while the picture loads. */
  thumbhash: z.string(),
  /** Name of the download and kind of a file that is no picture. */
  attachment: z.object({ name: z.string(), kind: z.enum(attachmentEndings), bytes: z.number() }).optional(),
  /** Bytes of all files of the member; `most` is null without a limit. */
  quota,
});

/** Details of a file that is no picture; 0 and '' for unknown ones. */
const attachmentDetails = z.object({
  /** Name of the download. */
  name: z.string(),
  bytes: z.number(),
  pages: z.number(),
  seconds: z.number(),
  /** Loudness from beginning to end, a base-36 digit each. */
  wave: z.string(),
  /** Address of a picture of it: the first page, or a frame. */
  poster: z.string(),
});

export type AttachmentDetails = z.infer<typeof attachmentDetails>;

const pictureSize = z.object({
  url: z.string(),
  /** Pixels of a picture, or of the poster of another file. */
  width: z.number(),
  height: z.number(),
  attachment: attachmentDetails.optional(),
  /** Address, signed for one to two hours while the picture is not public. */
  shown: z.string(),
});

const ownPicture = z.object({
  url: z.string(),
  /** Name that the member gave it; '' before names were kept. */
  name: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  pages: z.number(),
  seconds: z.number(),
  /** Address of a small picture of it, signed for one to two hours while it is not public; '' for a file without one. */
  shown: z.string(),
  createdAt: time,
});

const ownPictures = z.object({
  pictures: z.array(ownPicture),
  /** `before` of the next request; null at the end. */
  next: z.string().nullable(),
});

export type OwnPicture = z.infer<typeof ownPicture>;
export type OwnPictures = z.infer<typeof ownPictures>;

export type PictureSize = z.infer<typeof pictureSize>;

export type Upload = z.infer<typeof upload>;

export type UploadedFile = { name: string; bytes: Uint8Array };

/** A file on the server's disk until the call has ended; `sha256` in hex. */
export type SpooledFile = { name: string; path: string; size: number; sha256: string };

export const files = {
  upload: post('/file/upload', 'member', {
    scope: 'upload',
    about:
      '上传一张图片（表单字段 file，不超过 10 MB）：重新编码、去掉 EXIF，另备几种尺寸；或一个附件（PDF、Office 文档、zip、epub、mp3、m4a、mp4、webm），原样存下，大小由站点设置按身份定',
    limit: { most: 60, seconds: 600 },
    uploads: largestAttachment,
    body: z.object({
      file: z.custom<UploadedFile | SpooledFile>((value) => value instanceof Object, '请选择一张图片'),
    }),
    reply: upload,
  }),
  take: post('/v1/file/take', 'member', {
    scope: 'upload',
    about: '把公网上的一张图片（不超过 10 MB）收进来，如同自己上传的一样',
    limit: { most: 120, seconds: 600 },
    body: z.object({
      url: z
        .string('请填写图片的地址')
        .trim()
        .overwrite(completeAddress)
        .max(4000, '图片的地址太长')
        .refine(isWebAddress, '请填写 http 或 https 地址'),
    }),
    reply: upload,
  }),
  describe: post('/v1/file/describe', 'member', {
    scope: 'upload',
    about:
      '给自己传的附件补上打开它才知道的：页数、长短（秒）、声音的大小（每处一个三十六进制的数字）、首页或一帧画面（图片的 base64）；补过的不改',
    limit: { most: 120, seconds: 600 },
    largestBody: 1024 * 1024,
    body: z.object({
      url: z.string('请给出附件的地址').max(200, '地址太长'),
      pages: z.number('页数须为数字').int('页数须为整数').min(0, '页数不能小于 0').max(100_000, '页数太多').default(0),
      seconds: z.number('长短须为数字').int('长短须为整数').min(0, '长短不能小于 0').max(360_000, '太长了').default(0),
      wave: z
        .string('声音的大小有误')
        .regex(/^[0-9a-z]{0,200}$/, '声音的大小有误')
        .default(''),
      poster: z.string('画面有误').max(900_000, '画面太大').default(''),
    }),
    reply: attachmentDetails,
  }),
  sizes: get('/v1/file/sizes', 'member', {
    scope: 'read',
    about:
      '本站图片（/files/…，以逗号隔开）的宽高与现在看得到的地址：还没公开的，自己的图签一两个小时；认不得的不在答复里',
    query: z.object({ addresses: z.string('请给出图片的地址').max(8000, '一次问得太多') }),
    reply: z.array(pictureSize),
  }),
  limits: get('/v1/file/limits', 'member', {
    about: '自己能传多大的附件（字节，0 是不能传），与已用、最多的空间',
    reply: z.object({ largest: z.number(), quota }),
  }),
  mine: get('/v1/file/mine', 'member', {
    scope: 'read',
    about: '自己传过的图片，或文件、声音、影片，新的在前，一次最多 60 个，可按名字找；next 是接着往下列的 before',
    query: z.object({
      group: z.enum(fileGroups, '没有这一类').default('picture'),
      name: z.string().trim().max(50, '要找的名字不超过 50 个字').default(''),
      before: z
        .string('接着列的记号有误')
        .regex(/^\d{1,15}-[\w/.]{1,100}$/, '接着列的记号有误')
        .optional(),
    }),
    reply: ownPictures,
  }),
};

/** Tables that may use a picture, and the site's settings. */
export const filePlaces = [
  'articles',
  'drafts',
  'revisions',
  'says',
  'comments',
  'chatMessages',
  'reports',
  'users',
  'applications',
  'links',
  'navigationSites',
  'stickers',
  'settings',
] as const;

export type FilePlace = (typeof filePlaces)[number];

const fileUse = z.object({
  place: z.enum(filePlaces),
  /** Title of the writing, or ''. */
  title: z.string(),
  /** Public address, or ''. */
  path: z.string(),
});

export type FileUse = z.infer<typeof fileUse>;

const file = z.object({
  key: z.string(),
  group: z.enum(fileGroups),
  /** Name of the download; '' for a picture. */
  name: z.string(),
  url: z.string(),
  /** Address of a small copy of a picture, or ''. */
  thumb: z.string(),
  width: z.number(),
  height: z.number(),
  /** Total with the smaller copies. */
  bytes: z.number(),
  pages: z.number(),
  seconds: z.number(),
  createdAt: time,
  /** Uploaders; empty for pictures the server fetched. */
  owners: z.array(z.object({ id: z.number(), nickname: z.string() })),
  /** The first few uses; `useCount` counts all. */
  uses: z.array(fileUse),
  useCount: z.number(),
});

export type FileItem = z.infer<typeof file>;

const keys = z
  .array(z.string('请选择要删除的').max(100, '没有这个文件'), '请选择要删除的')
  .min(1, '请选择要删除的')
  .max(100, '一次最多删除 100 个')
  .transform((value) => [...new Set(value)]);

export const adminFiles = {
  list: paged('/v1/admin/files/', 'files.manage', {
    about: '全部图片与文件，新的在前，各有谁传的、用在哪里；可只看一类、没有用到、传了若干天的',
    filters: {
      group: z.enum(['', ...fileGroups], '没有这一类').default(''),
      use: z.enum(['', 'used', 'unused'], '没有这种条件').default(''),
      place: z.enum(['', ...filePlaces], '没有这个地方').default(''),
      /** Minimum age in days. */
      days: z.number('天数须为数字').int('天数须为整数').min(0, '天数不能小于 0').max(3650, '天数太大').default(0),
      owner: z.string().trim().max(20, '昵称不超过 20 个字').default(''),
    },
    row: file,
  }),
  usage: get('/v1/admin/files/usage', 'files.manage', {
    about: '图片一共占多少，谁占得最多（前五十位）',
    reply: z.object({
      files: z.number(),
      bytes: z.number(),
      members: z.array(z.object({ id: z.number(), nickname: z.string(), files: z.number(), bytes: z.number() })),
    }),
  }),
  remove: post('/v1/admin/files/remove', 'files.manage', {
    about: '删除一批图片；用着的只在 evenUsed 时删，用它的地方就缺了图，否则各说明原因',
    body: z.object({ keys, evenUsed: z.boolean('须为 true 或 false').default(false) }),
    reply: z.object({ done: z.number(), failed: z.array(z.object({ key: z.string(), why: z.string() })) }),
  }),
};

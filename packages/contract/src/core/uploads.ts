import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { isWebAddress } from '../platform/fields.ts';
import { largestUpload } from '../platform/rules.ts';

const upload = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  /** Of this one, without its smaller copies. */
  bytes: z.number(),
  /** Smaller copies, by width, each with its own address. */
  sizes: z.array(z.object({ width: z.number(), url: z.string() })),
  /** base64: a blur of the picture to show while it loads. */
  thumbhash: z.string(),
  /** Bytes of all pictures of the member. `most` is null for who has no limit. */
  quota: z.object({ used: z.number(), most: z.number().nullable() }),
});

const pictureSize = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  /** Where it is to be seen now: signed, for an hour or two, while not everybody may see it and the asker may. */
  shown: z.string(),
});

export type PictureSize = z.infer<typeof pictureSize>;

export type Upload = z.infer<typeof upload>;

export type UploadedFile = { name: string; bytes: Uint8Array };

export const files = {
  upload: endpoint({
    method: 'POST',
    path: '/file/upload',
    access: 'member',
    about: '上传一张图片（表单字段 file，不超过 10 MB）；重新编码、去掉 EXIF，另备几种尺寸',
    limit: { most: 60, seconds: 600 },
    uploads: largestUpload,
    body: z.object({ file: z.custom<UploadedFile>((given) => given instanceof Object, '请选择一张图片') }),
    reply: upload,
  }),
  take: endpoint({
    method: 'POST',
    path: '/v1/file/take',
    access: 'member',
    about: '把公网上的一张图片（不超过 10 MB）收进来，如同自己上传的一样',
    limit: { most: 120, seconds: 600 },
    body: z.object({
      url: z.string('请填写图片的地址').max(4000, '图片的地址太长').refine(isWebAddress, '请填写 http 或 https 地址'),
    }),
    reply: upload,
  }),
  sizes: endpoint({
    method: 'GET',
    path: '/v1/file/sizes',
    access: 'member',
    about:
      '本站图片（/files/…，以逗号隔开）的宽高与现在看得到的地址：还没公开的，自己的图签一两个小时；认不得的不在答复里',
    query: z.object({ addresses: z.string('请给出图片的地址').max(8000, '一次问得太多') }),
    reply: z.array(pictureSize),
  }),
};

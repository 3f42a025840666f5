import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const largestUpload = 10 * 1024 * 1024;

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
};

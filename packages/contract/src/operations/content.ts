import { z } from 'zod';
import { post } from '../platform/endpoint.ts';

export const adminContent = {
  download: post('/v1/admin/content/download', 'backups.manage', {
    confirmed: true,
    about: '全部内容（Markdown、图片与清单，一个 zip）的下载地址：一分钟内能用一次',
    reply: z.object({ url: z.string() }),
  }),
};

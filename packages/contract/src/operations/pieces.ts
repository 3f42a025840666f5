import { z } from 'zod';

/** Chosen by the uploader, equal for the same file, so that an upload resumes. */
export const uploadId = z.string('缺少上传的编号').regex(/^[\w-]{8,60}$/, '上传的编号有误');

/** Position of a piece in a file of at most `most` bytes. Pieces already received are not written again. */
export function pieceQuery(most: number, tooMuch: string) {
  return z.object({
    id: uploadId,
    from: z.number('缺少位置').int('位置有误').min(0, '位置有误'),
    total: z.number('缺少大小').int('大小有误').min(1, '大小有误').max(most, tooMuch),
  });
}

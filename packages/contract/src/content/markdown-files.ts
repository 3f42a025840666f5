import { z } from 'zod';
import type { UploadedFile } from '../core/uploads.ts';
import { post } from '../platform/endpoint.ts';

/** Bytes of a Markdown file, or of a zip with one file and its pictures. */
export const largestMarkdownFile = 20 * 1024 * 1024;

/** Front matter of the file, with valid values only. */
const found = z.object({
  markdown: z.string(),
  title: z.string().optional(),
  summary: z.string().optional(),
  tags: z.array(z.string()).optional(),
  category: z.string().optional(),
  keywords: z.string().optional(),
  cover: z.string().optional(),
  original: z.boolean().optional(),
  hasAiContent: z.boolean().optional(),
  sourceUrl: z.string().optional(),
  sourceAuthor: z.string().optional(),
  slug: z.string().optional(),
});

const markdownFile = z.object({
  name: z.string(),
  found,
  /** Number of pictures uploaded from the file. */
  pictures: z.number(),
  /** Conversion warnings, one Chinese line each. */
  warnings: z.array(z.string()),
});

export type MarkdownFile = z.infer<typeof markdownFile>;

export const markdownFiles = {
  read: post('/v1/article/readMarkdownFile', 'member', {
    scope: 'draft',
    about:
      '读一个 Markdown 文件（.md、.markdown、.txt，或连同图片的 .zip，不超过 20 MB；表单字段 file），图片存为自己的',
    limit: { most: 30, seconds: 600 },
    uploads: largestMarkdownFile,
    uploadName: '文件',
    body: z.object({ file: z.custom<UploadedFile>((value) => value instanceof Object, '请选择一个文件') }),
    reply: markdownFile,
  }),
};

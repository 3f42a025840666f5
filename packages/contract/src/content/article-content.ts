import { z } from 'zod';
import { COVER_COUNT } from '../core/cover-number.ts';
import { commentings } from '../core/modes.ts';
import { id } from '../platform/fields.ts';
import {
  completeAddress,
  longestAlbumWords,
  longestArticle,
  longestArticlePassword,
  longestArticleTitle,
  longestDescription,
  longestKeywords,
  longestName,
  longestPasswordHint,
  longestSlug,
  longestSummary,
  mostTags,
  readTypes,
} from '../platform/rules.ts';

const text = (label: string, most: number) =>
  z.string(`${label}须为文字`).max(most, `${label}不能超过 ${most} 个字`).default('');
const line = (label: string, most: number) =>
  z.string(`${label}须为文字`).trim().max(most, `${label}不能超过 ${most} 个字`).default('');
const percent = z.int('焦点须为 0 到 100').min(0, '焦点须为 0 到 100').max(100, '焦点须为 0 到 100').default(50);

/** Bytes. Well above the text limit, so that an overlong text arrives and is refused at its field. */
export const largestBody = 8 * 1024 * 1024;

/** Article as its author writes it. A draft may be incomplete; required fields are checked when it is submitted. */
export const articleContent = z.object({
  title: line('标题', longestArticleTitle),
  markdown: text('正文', longestArticle),
  /** Generated from the publicly readable text while empty. */
  summary: line('摘要', longestSummary),
  /** Address of an uploaded picture, or '' for the drawn one. */
  cover: z
    .string('封面须先上传')
    .max(300, '封面须先上传')
    .regex(/^$|^\/files\/[\w/.-]+$/, '封面须先上传')
    .default(''),
  /** Index of the drawn cover; null derives it from the title. */
  coverNumber: z
    .int('没有这张封面')
    .min(0, '没有这张封面')
    .max(COVER_COUNT - 1, '没有这张封面')
    .nullable()
    .default(null),
  /** Focal point of the cover, in per cent from the left and the top. */
  focusX: percent,
  focusY: percent,
  /** Name of the category, or ''. */
  category: line('分类', longestName),
  tags: z
    .array(
      z.string('标签须为文字').trim().min(1, '标签不能为空').max(longestName, `标签不能超过 ${longestName} 个字`),
      '标签须为一列名字',
    )
    .max(mostTags, `标签最多 ${mostTags} 个`)
    .default([]),
  keywords: line('关键词', longestKeywords),
  original: z.boolean('须说明原创或转载').default(true),
  /** Source and author of a reprint. */
  sourceUrl: z.string('来源须为文字').trim().overwrite(completeAddress).max(500, '来源不能超过 500 个字').default(''),
  sourceAuthor: line('原作者', longestName),
  readType: z.literal(Object.values(readTypes), '阅读方式须为 0 到 6').default(readTypes.free),
  slug: line('网址里的名字', longestSlug),
  /** Meta description; '' falls back to the summary. */
  description: line('描述', longestDescription),
  seriesId: id('专栏编号').nullable().default(null),
  /** Whether readers may comment and see comments. */
  commenting: z.enum(commentings, '评论须为 open、closed 或 hidden').default('open'),
  /** An album of photographs, with what its cover says. The order of these fields is that of `contentOf`. */
  isAlbum: z.boolean('须说明是不是影集').default(false),
  albumPlace: line('拍摄地点', longestAlbumWords),
  albumTime: line('拍摄时间', longestAlbumWords),
  /** Whether readers may highlight its sentences and write about them. */
  highlighting: z.boolean('划线须为 true 或 false').default(true),
  /** Whether the author declares that an AI made some of it. */
  hasAiContent: z.boolean('须为 true 或 false').default(false),
  /** Word that opens it, for `withPassword`. Answers have `maskedSecret` for one that is set; sent back, it stays. */
  password: line('口令', longestArticlePassword),
  /** Hint that readers see beside the field, or ''. */
  passwordHint: line('口令提示', longestPasswordHint),
});

export type ArticleContent = z.output<typeof articleContent>;

import type { ArticleContent } from '@mojian/contract/content/article-content';
import {
  type ArticleKind,
  advisedTags,
  completeAddress,
  longestArticle,
  longestArticleTitle,
  mostTags,
  readTypes,
} from '@mojian/contract/platform/rules';
import { lockedHints, type UnlockSettings, whyLocked } from '../../article/why-locked.ts';
import { scheduleError } from '../settings/schedule.ts';
import type { Field } from '../settings/use-settings.ts';

/** Title length cut by search engines. */
const longTitle = 30;

/** Lists optional improvements. */
export function hintsFor(content: ArticleContent, kind: ArticleKind, site: UnlockSettings): SubmitProblem[] {
  // why no reader could unlock it, given what the site has on
  const lockHint = lockedHints[whyLocked(content, site)];
  const isPrivate = content.readType === readTypes.onlyAuthor;
  const isArticle = kind === 'article';
  const { title, cover, summary, category, tags, markdown } = content;
  const text = withoutCode(markdown);
  const withoutAlt = count(text, /!\[\s*\]\(/g);
  const withoutAddress = count(text, /(?<!!)\[[^\]\n]+\]\(\s*(?:#|https?:\/*)?\s*\)/g);
  const hints: (SubmitProblem | false)[] = [
    lockHint !== '' && { field: 'readType', text: lockHint },
    title.length > longTitle && !isPrivate && { field: 'title', text: `标题有 ${title.length} 个字，搜索结果里放不下` },
    withoutAlt > 0 && { field: 'markdown', text: `${withoutAlt} 张图片还没有写图片说明` },
    withoutAddress > 0 && { field: 'markdown', text: `${withoutAddress} 个链接没有去处` },
    cover === '' && isArticle && { field: 'cover', text: '没有放照片，封面用画的' },
    summary === '' && { field: 'summary', text: '摘要会取正文的开头' },
    category === '' && isArticle && { field: 'category', text: '没有选分类' },
    tags.length > advisedTags && isArticle && { field: 'tags', text: tooManyTags(tags.length) },
    tags.length === 0 && isArticle && !isPrivate && { field: 'tags', text: '没有标签，相关的文章不容易找到它' },
  ];
  return hints.filter((one) => one !== false);
}

/** Advice from the fourth tag on; more are allowed. */
export function tooManyTags(count: number) {
  return `已有 ${count} 个标签，三个以内读者更好找`;
}

function withoutCode(markdown: string) {
  return markdown.replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1[`~]*\s*$/gm, '').replace(/(`+)[^`][\s\S]*?\1/g, '');
}

function count(text: string, pattern: RegExp) {
  return text.match(pattern)?.length ?? 0;
}

export type SubmitProblem = { field: Field; text: string };

type ProblemInput = {
  content: ArticleContent;
  /** Count of the pictures that are not part of the text yet. */
  pictures: number;
  publishAt: string;
  now: number;
};

/** Why a text is not published as an album. */
export const noAlbumPictures = '还没有照片，先传几张';

/** Lists problems that prevent submission, in page order. */
export function findProblems({ content, pictures, publishAt, now }: ProblemInput): SubmitProblem[] {
  const { title, markdown, tags } = content;
  const late = scheduleError(publishAt, now);
  return [
    title.trim() === '' && problem('title', '还没有标题'),
    title.length > longestArticleTitle &&
      problem('title', `标题有 ${title.length} 个字，最多 ${longestArticleTitle} 个`),
    markdown.trim() === '' && problem('markdown', '正文还空着'),
    content.isAlbum && !/!\[|<img\s/.test(withoutCode(markdown)) && problem('markdown', noAlbumPictures),
    pictures > 0 && problem('markdown', `还有 ${pictures} 张图片没传完`),
    markdown.length > longestArticle && problem('markdown', '正文太长，请分成几篇'),
    tags.length > mostTags && problem('tags', `标签最多 ${mostTags} 个`),
    ...sourceLacks(content),
    content.readType === readTypes.withPassword && !content.password && problem('password', '还没有写口令'),
    late !== undefined && problem('publishAt', late),
  ].filter((one) => one !== false);
}

function sourceLacks({ original, sourceUrl }: ArticleContent) {
  if (original) return [];
  const wrong = sourceUrlError(sourceUrl);
  return [
    wrong !== undefined && problem('sourceUrl', wrong),
    sourceUrl.trim() === '' && problem('sourceUrl', '转载请写明来源网址'),
  ];
}

/** Returns the error of a source URL; an empty one is valid. */
export function sourceUrlError(address: string) {
  const whole = completeAddress(address.trim());
  const isAddress = /^https?:\/\/[^\s/?#]+\.[^\s/?#]+/i.test(whole) && URL.canParse(whole);
  return whole === '' || isAddress ? undefined : '请输入正确的网址，以 http:// 或 https:// 开头';
}

const problem = (field: Field, text: string): SubmitProblem => ({ field, text });

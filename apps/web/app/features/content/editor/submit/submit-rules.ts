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
import type { Writing } from '../context.ts';
import { formatBeijing, parseLocalTime, scheduleError } from '../settings/schedule.ts';
import type { Field } from '../settings/use-settings.ts';

type PlanInput = Pick<Writing, 'draft' | 'me' | 'kind'> & {
  content: Pick<Writing['content'], 'readType'>;
  publishAt: string;
};

/** `time`: when the article is to be published, if not at once. */
type SubmitPlan = { act: string; doing: string; done: string; about: string; time?: Date };

/** Label and description of the submit action, and its time. A scheduled article keeps its own. */
export function submitPlan({ draft, me, kind, content, publishAt }: PlanInput): SubmitPlan {
  const isOut = draft?.state === 'published';
  if (content.readType === readTypes.onlyAuthor) return privatePlan(isOut);
  if (!mayPublish({ draft, me })) return reviewPlan(isOut, draft?.submittedAt != null);
  if (isOut)
    return { act: '更新', doing: '正在更新…', done: '已更新', about: '读者马上读到新的一版，地址和评论都不变。' };
  const time = parseLocalTime(publishAt) ?? scheduledTime(draft);
  if (time)
    return {
      time,
      act: '定时发布',
      doing: '正在定时…',
      done: '已定时',
      about: `北京时间 ${formatBeijing(time)} 自动发布。在那之前可以改，改完再定时一次，也可以取消。`,
    };
  const about =
    kind === 'page'
      ? '马上打得开。它不在任何列表与订阅里，可以在后台的设置里放进菜单。'
      : '马上与读者见面，关注你的人会收到通知。';
  return { act: '发布', doing: '正在发布…', done: '已发布', about };
}

/** Time of a scheduled article, unless it has passed. */
function scheduledTime(draft: Writing['draft']) {
  const time = draft?.state === 'scheduled' ? parseLocalTime(draft.publishedAt ?? '') : undefined;
  return time && time.getTime() > Date.now() ? time : undefined;
}

function privatePlan(isOut: boolean) {
  const about = isOut
    ? '读者会马上看不到它：页面、列表、搜索与订阅里都没有，分享链接也失效。评论与数字都留着，改回来就又看得到。'
    : '只有你自己看得到，不经审核，也不通知谁。';
  return { act: '仅自己可见', doing: '正在保存…', done: '已保存，只有你看得到', about };
}

function reviewPlan(isOut: boolean, isWaiting: boolean) {
  const about = isOut
    ? '编辑看过之后，读者才看到新的一版；在那之前，读到的还是现在这一版。'
    : '编辑看过之后发布，结果会通知你。在那之前随时可以撤回修改。';
  return { act: isWaiting ? '重新提交审核' : '提交审核', doing: '正在提交…', done: '已提交审核', about };
}

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

const staff = ['owner', 'admin', 'editor'];

/** Whether submitting publishes without review; decided by role before the first save. */
export function mayPublish({ draft, me }: Pick<Writing, 'draft' | 'me'>) {
  return draft ? draft.may.publish : staff.includes(me.role);
}

import type { ArticleContent } from '@mojian/contract/content/article-content';
import { type NamedSeries, seriesName } from '@mojian/ui/compare/series-name';
import { blankContent } from '../blank-content.ts';
import { isSame } from '../journal/entry.ts';

export type FieldName = Exclude<keyof ArticleContent, 'markdown'>;

const names: Record<FieldName, string> = {
  title: '标题',
  summary: '摘要',
  cover: '封面',
  coverNumber: '画的封面',
  focusX: '封面焦点（横）',
  focusY: '封面焦点（竖）',
  category: '分类',
  tags: '标签',
  keywords: '关键词',
  original: '原创或转载',
  sourceUrl: '原文地址',
  sourceAuthor: '原作者',
  readType: '谁能读到全文',
  slug: '网址别名',
  description: '描述',
  seriesId: '专栏',
  commenting: '评论',
};

const commenting = { open: '开放', closed: '关闭', hidden: '不显示' };
const readers = ['所有人', '评论之后', '点赞之后', '输入公众号验证码', '仅登录用户'];

/** What differs between two texts, besides the text. */
export function changedFields(theirs: ArticleContent, mine: ArticleContent): FieldName[] {
  const one = (content: ArticleContent, name: FieldName) => ({ ...blankContent, [name]: content[name] });
  return (Object.keys(names) as FieldName[]).filter((name) => !isSame(one(theirs, name), one(mine, name)));
}

export const nameOf = (name: FieldName) => names[name];

/** A value in words. `series`: those of the author, by name. */
export function wordsFor(name: FieldName, content: ArticleContent, series: NamedSeries[] | undefined): string {
  if (name === 'seriesId') return seriesName(content, series) || '没有';
  const value = content[name];
  const own = special[name]?.(content);
  return own ?? ((Array.isArray(value) ? value.join('、') : String(value ?? '')) || '（空）');
}

const special: Partial<Record<FieldName, (content: ArticleContent) => string>> = {
  original: ({ original }) => (original ? '原创' : '转载'),
  commenting: (content) => commenting[content.commenting] ?? '开放',
  readType: ({ readType }) => readers[readType] ?? '',
  cover: ({ cover }) => (cover === '' ? '按标题画的' : '上传的图片'),
};

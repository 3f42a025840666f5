import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Revision } from '@mojian/contract/content/revisions';

export type ChangedField = { label: string; before: string; after: string };

const commentings = { open: '开放', closed: '关闭', hidden: '不显示' };
const gates = ['公开', '评论后可读', '点赞后可读', '凭验证码可读', '登录后可读', '仅自己', '凭口令可读'];

/** Compared fields with their labels; the text itself is compared by words. */
const fields: [label: string, read: (content: ArticleContent, series: NamedSeries[]) => string][] = [
  ['标题', ({ title }) => title],
  ['摘要', ({ summary }) => summary],
  ['分类', ({ category }) => category],
  ['标签', ({ tags }) => tags.join('、')],
  ['关键词', ({ keywords }) => keywords],
  ['封面', ({ cover, focusX, focusY }) => (cover ? `${cover.slice(-12)}（${focusX}%，${focusY}%）` : '画出来的')],
  ['性质', ({ original }) => (original ? '原创' : '转载')],
  ['来源', ({ sourceUrl }) => sourceUrl],
  ['原作者', ({ sourceAuthor }) => sourceAuthor],
  ['谁能读', ({ readType }) => gates[readType] ?? ''],
  ['口令提示', ({ passwordHint = '' }) => passwordHint],
  ['网址里的名字', ({ slug }) => slug],
  ['描述', ({ description }) => description],
  ['专栏', seriesName],
  [
    '影集',
    ({ isAlbum, albumPlace, albumTime }) =>
      isAlbum ? ['是', albumPlace, albumTime].filter(Boolean).join('，') : '不是',
  ],
  ['评论', ({ commenting }) => commentings[commenting] ?? commentings.open],
  ['划线与想法', ({ highlighting = true }) => (highlighting ? '开放' : '关闭')],
  ['含 AI 生成内容', ({ hasAiContent = false }) => (hasAiContent ? '是' : '否')],
];

/** Lists the fields that differ. `series`: those of the author, to resolve names. */
export function changedFields(before: ArticleContent, after: ArticleContent, series: NamedSeries[]): ChangedField[] {
  const all = fields.map(([label, read]) => ({ label, before: read(before, series), after: read(after, series) }));
  return all.filter((field) => field.before !== field.after);
}

/** Why a revision was kept, in Chinese. */
export const revisionReasons: Record<Revision['reason'], string> = {
  time: '自动保留',
  submitted: '提交审核',
  published: '发布',
  replaced: '被替换前',
  superseded: '管理员恢复前',
  restored: '管理员恢复',
};

export type NamedSeries = { id: number; name: string };

/** Name of a text's series, or ''. `known`: the author's series, undefined while loading. */
export function seriesName({ seriesId }: Pick<ArticleContent, 'seriesId'>, known: NamedSeries[] | undefined) {
  if (seriesId === null) return '';
  if (!known) return '一个专栏';
  return known.find(({ id }) => id === seriesId)?.name ?? '已删除的专栏';
}

import type { ArticleCounts, ArticleTab, adminArticles } from '@mojian/contract/content/articles-admin';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { readTypeNames } from './words.ts';

const tabNames: Record<ArticleTab, string> = {
  all: '全部',
  pending: '待审核',
  published: '已发布',
  private: '仅自己',
  scheduled: '定时',
  draft: '草稿',
  refused: '已退回',
  withdrawn: '已撤回',
  trash: '回收站',
};

export function tabsOf(counts: ArticleCounts | undefined) {
  const items = (Object.keys(tabNames) as ArticleTab[]).map((value) => ({
    value,
    title: tabNames[value],
    count: counts?.[value],
    due: value === 'pending',
  }));
  return { name: 'state', label: '状态', items };
}

export function filtersOf({ categories, tags, authors }: Reply<typeof adminArticles.choices>) {
  const named = (all: { id: number; name: string }[]) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    { name: 'text', label: '标题、摘要、正文' },
    { name: 'categoryId', label: '分类', options: named(categories) },
    { name: 'authorId', label: '作者', options: named(authors) },
    { name: 'tagId', label: '标签', options: named(tags) },
    {
      name: 'readType',
      label: '阅读方式',
      options: readTypeNames.map((label, value) => ({ value: String(value), label })),
    },
    {
      name: 'days',
      label: '时间',
      options: [
        { value: '7', label: '近一周' },
        { value: '30', label: '近一月' },
        { value: '365', label: '近一年' },
      ],
    },
    {
      name: 'sort',
      label: '排序',
      unset: '按时间',
      options: [
        { value: 'views', label: '阅读多的在前' },
        { value: 'comments', label: '评论多的在前' },
        { value: 'likes', label: '点赞多的在前' },
      ],
    },
  ];
}

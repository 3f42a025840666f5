import type { Group } from './field.ts';

/** The home page: edited on a screen of its own, with a preview. */
export const home = {
  name: 'home',
  title: '首页',
  screen: '/home',
  fields: [
    {
      path: 'lead',
      label: '头条',
      hint: '头条不会在下面再出现一次',
      kind: 'choice',
      options: { newest: '最新一篇', pinned: '置顶的一篇', chosen: '自己选' },
      default: 'newest',
    },
    {
      path: 'article',
      label: '自己选的头条',
      hint: '文章的编号；它不公开时，头条是最新一篇',
      kind: 'number',
      least: 0,
      most: 2_147_483_647,
      default: 0,
    },
    {
      path: 'beside',
      label: '旁边',
      hint: '一笺是最新的公开说说，超过三天没有新的，换成节气',
      kind: 'choice',
      options: { say: '今日一笺', term: '今日节气', notice: '公告' },
      default: 'say',
    },
    { path: 'sections', label: '往下排', kind: 'sections' },
    {
      path: 'count',
      label: '新文章的篇数',
      kind: 'choice',
      options: { 5: '5 篇', 9: '9 篇', 14: '14 篇' },
      default: '9',
    },
    { path: 'wide', label: '每五篇一张宽图', kind: 'switch', default: true },
    { path: 'side', label: '右侧放名片、推荐、最新评论', kind: 'switch', default: true },
  ],
} as const satisfies Group;

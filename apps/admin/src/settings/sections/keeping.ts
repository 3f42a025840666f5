import type { Section } from '../field-of.ts';

/** What the site runs on. */
export const keeping: Section = {
  title: '器具',
  groups: [
    {
      name: 'uploads',
      title: '上传',
      fields: [{ path: 'quota', label: '每人可存的图片', kind: 'number', least: 1, most: 1_000_000, unit: 'MB' }],
    },
    {
      name: 'reading',
      title: '离线阅读',
      fields: [
        {
          path: 'offline',
          label: '读过的页面留在浏览器里',
          hint: '没有网络时也能再读；关掉之后已留下的会清掉',
          kind: 'switch',
        },
      ],
    },
    {
      name: 'hot',
      title: '热搜来源',
      fields: [
        { path: 'base', label: 'DailyHotApi 地址', hint: '填了就向它要，不填则直接问各家网站', kind: 'address' },
      ],
    },
    {
      name: 'backup',
      title: '定时备份',
      fields: [
        {
          path: 'every',
          label: '多久一次',
          kind: 'choice',
          options: [
            { value: 'day', label: '每天' },
            { value: 'week', label: '每周' },
            { value: 'never', label: '不备份' },
          ],
        },
        { path: 'keep', label: '留下最近', kind: 'number', least: 1, most: 365, unit: '份' },
      ],
    },
  ],
};

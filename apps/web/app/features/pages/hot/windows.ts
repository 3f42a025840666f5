import type { HotType } from '@mojian/contract/pages/hot';

/** What a source looks like: the word above its list, and the character and pigment of its stamp. */
export const looks: Record<HotType, { word: string; stamp: string; hue: number }> = {
  weibo: { word: '微博', stamp: '微', hue: 0 },
  baidu: { word: '百度', stamp: '百', hue: 8 },
  zhihu: { word: '知乎', stamp: '知', hue: 7 },
  bilibili: { word: '哔哩哔哩', stamp: '哔', hue: 11 },
  douyin: { word: '抖音', stamp: '音', hue: 10 },
  toutiao: { word: '今日头条', stamp: '头', hue: 1 },
  juejin: { word: '掘金', stamp: '掘', hue: 6 },
  github: { word: 'GitHub', stamp: 'G', hue: 9 },
  hackernews: { word: 'HN', stamp: 'Y', hue: 2 },
};

/** Eight windows; the last one has two views. */
export const windows: HotType[][] = [
  ['weibo'],
  ['baidu'],
  ['zhihu'],
  ['bilibili'],
  ['douyin'],
  ['toutiao'],
  ['juejin'],
  ['github', 'hackernews'],
];

import type { HotType } from '@mojian/contract/pages/hot';
import { baidu, bilibili, douyin, toutiao, weibo, zhihu } from './chinese-sites.ts';
import { github, hackernews, juejin } from './developer-sites.ts';
import type { Source } from './source.ts';

export const sources: Record<HotType, Source> = {
  weibo,
  baidu,
  zhihu,
  bilibili,
  douyin,
  toutiao,
  juejin,
  github,
  hackernews,
};

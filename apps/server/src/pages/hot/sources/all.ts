import type { HotType } from '@mojian/contract/pages/hot';
import { baidu } from './baidu.ts';
import { bilibili } from './bilibili.ts';
import { douyin } from './douyin.ts';
import { github } from './github.ts';
import { hackernews } from './hackernews.ts';
import { juejin } from './juejin.ts';
import type { Source } from './source.ts';
import { toutiao } from './toutiao.ts';
import { weibo } from './weibo.ts';
import { zhihu } from './zhihu.ts';

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

import type { Provider } from '@mojian/contract/members/social';
import type { Adapter } from './adapter.ts';
import { gitee } from './providers/gitee.ts';
import { github } from './providers/github.ts';
import { qq } from './providers/qq.ts';
import { wechat } from './providers/wechat.ts';
import { weibo } from './providers/weibo.ts';

export const adapters: Record<Provider, Adapter> = { qq, weibo, gitee, wechat, github };

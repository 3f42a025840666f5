import type { Provider } from '@mojian/contract/core/social-providers';
import { openGitee } from './gitee.ts';
import { openGithub } from './github.ts';
import type { App } from './protocol.ts';
import { openQq } from './qq.ts';
import type { StandIn } from './stand-in.ts';
import { openWechat } from './wechat.ts';
import { openWeibo } from './weibo.ts';

const triggers: Record<Provider, (app: App, host?: string) => Promise<StandIn>> = {
  qq: openQq,
  weibo: openWeibo,
  gitee: openGitee,
  wechat: openWechat,
  github: openGithub,
};

/** A stand-in for a provider where this site is registered, with the keys it gave out. */
export function openProvider(provider: Provider, siteUrl: string, host?: string) {
  return triggers[provider](appOf(provider, siteUrl), host);
}

export function appOf(provider: Provider, siteUrl: string): App {
  return {
    id: `id-of-${provider}`,
    secret: `secret-of-${provider}`,
    redirectUri: `${siteUrl}/oauth/callback/${provider}`,
  };
}

/** Providers of social logins, in a module without zod for the browser. */
export const providers = ['qq', 'weibo', 'gitee', 'wechat', 'github'] as const;
export type Provider = (typeof providers)[number];

/** Numbers of the providers in `loginTypeList`. */
export const providerNumbers = { qq: 2, weibo: 3, gitee: 4, wechat: 5, github: 6 } as const satisfies Record<
  Provider,
  number
>;

/** Display names of the providers. */
export const providerNames = {
  qq: 'QQ',
  weibo: '微博',
  gitee: 'Gitee',
  wechat: '微信',
  github: 'GitHub',
} as const satisfies Record<Provider, string>;

import { z } from 'zod';
import { get } from '../platform/endpoint.ts';
import { featureNames } from '../platform/features.ts';
import { themes } from '../platform/rules.ts';
import { commentings, registrationModes } from './modes.ts';

/** loginTypeList: 1 account, 2 QQ, 3 Weibo, 4 Gitee, 5 WeChat, 6 GitHub. */
const loginType = z.number().int().min(1).max(6);
/** showList: 1 e-mail, 2 QQ, 3 GitHub, 4 Gitee, 5 WeChat, 6 QQ group. */
const showType = z.number().int().min(1).max(6);

const contacts = z.object({
  email: z.string(),
  qq: z.string(),
  github: z.string(),
  gitee: z.string(),
  wechat: z.string(),
  qqGroup: z.string(),
});

const webSiteInfo = z.object({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  logo: z.string(),
  /** Whether a site without a logo shows a seal with the first character of its name. */
  seal: z.enum(['name', 'none']),
  /** Origin of the site, without a trailing slash. */
  url: z.string(),
  authorName: z.string(),
  authorAvatar: z.string(),
  authorIntro: z.string(),
  /** Location in the owner's words. */
  authorPlace: z.string(),
  motto: z.string(),
  announcement: z.string(),
  /** Maintenance message; '' when the site is open. */
  maintenance: z.string(),
  recordNum: z.string(),
  /** 公安备案; 备案号 is the ministry's. */
  policeRecordNum: z.string(),
  sourceCode: z.string(),
  /** Licence of the articles; `name`, and `address` of its text, are '' when all rights are reserved. */
  licence: z.object({ name: z.string(), words: z.string(), address: z.string() }),
  /** Milliseconds since 1970, shown as the running time. */
  startedAt: z.number(),
  /** `#rrggbb`, or '' for the default cinnabar. */
  accent: z.string(),
  /** Default theme. */
  theme: z.enum(themes),
  /** Search engines: `hidden` for noindex, and verification codes by meta name. */
  seo: z.object({
    keywords: z.string(),
    hidden: z.boolean(),
    codes: z.array(z.object({ name: z.string(), content: z.string() })),
  }),
  /** New-year lanterns: `auto` hangs them from 腊月廿三 to 正月十五. */
  lantern: z.enum(['auto', 'on', 'off']),
  /** Whether browsers cache pages that were read for offline use. */
  offline: z.boolean(),
  /** Features that are on. */
  features: z.array(z.enum(featureNames)),
  /** Comments of the whole site: `closed` takes no new ones, `hidden` shows none. */
  commenting: z.enum(commentings),
  /** Whether members may write says; staff always may. */
  saysByMembers: z.boolean(),
  /** Registration mode, and whether an e-mail code is required. */
  registration: z.object({ mode: z.enum(registrationModes), code: z.boolean() }),
  /** Whether mail can be sent; without a server no code arrives. */
  canMail: z.boolean(),
  loginTypeList: z.array(loginType),
  /** WeChat login: by a reply to the official account, or through WeChat's own page. */
  wechatWays: z.object({ reply: z.boolean(), page: z.boolean() }),
  /** Official account that sends article codes: name and QR code, both '' until configured. */
  officialAccount: z.object({ name: z.string(), qrCode: z.string() }),
  showList: z.array(showType),
  contacts,
  /** Visible entries of the header in order: a path of the site, a page by its present address, or an external address. */
  menu: z.array(z.object({ to: z.string(), words: z.string() })),
  rewards: z.object({ wechat: z.string(), alipay: z.string() }),
  /** Name and mode of the group chat. */
  chat: z.object({ name: z.string(), group: z.enum(['open', 'members', 'muted']) }),
});

export type SiteInfo = z.infer<typeof webSiteInfo>;

export const site = {
  info: get('/v1/webSiteInfo', 'anyone', {
    about: '站点信息；extra 带总浏览 siteAccess 与总访客 visitorAccess',
    reply: webSiteInfo,
    extra: z.object({ siteAccess: z.number(), visitorAccess: z.number() }),
  }),
  report: get('/v1/report', 'anyone', {
    about: '记一次浏览：打开站点与每次站内翻页时调用',
    query: z.object({ path: z.string().startsWith('/', '路径须以 / 开头').max(500, '路径过长').default('/') }),
  }),
};

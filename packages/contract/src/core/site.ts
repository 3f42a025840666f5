import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { themes } from '../platform/rules.ts';
import { featureNames, registrationModes } from './features.ts';

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
  /** Seal shown without a logo: the first character of the name, or ''. */
  seal: z.enum(['name', 'none']),
  /** The site's own address without a trailing slash. */
  url: z.string(),
  authorName: z.string(),
  authorAvatar: z.string(),
  authorIntro: z.string(),
  /** Place in the owner's words. */
  authorPlace: z.string(),
  motto: z.string(),
  announcement: z.string(),
  /** Maintenance message, or ''. */
  maintenance: z.string(),
  recordNum: z.string(),
  /** 公安备案, beside 备案号 of the ministry. */
  policeRecordNum: z.string(),
  sourceCode: z.string(),
  /** Milliseconds since 1970: the running-time counter starts here. */
  startedAt: z.number(),
  /** `#rrggbb`, or '' for the look's own cinnabar. */
  accent: z.string(),
  /** The theme of readers who have chosen none. */
  theme: z.enum(themes),
  /** Search engine settings: `hidden` for noindex, and ownership codes by meta name. */
  seo: z.object({
    keywords: z.string(),
    hidden: z.boolean(),
    codes: z.array(z.object({ name: z.string(), content: z.string() })),
  }),
  /** New-year lanterns: `auto` hangs them from 腊月廿三 to 正月十五. */
  lantern: z.enum(['auto', 'on', 'off']),
  /** Whether browsers keep what was read for when there is no network. */
  offline: z.boolean(),
  /** Features the owner has switched on. */
  features: z.array(z.enum(featureNames)),
  /** Whether members may write says; the staff always may. */
  saysByMembers: z.boolean(),
  /** Registration mode, and whether an e-mail code is required. */
  registration: z.object({ mode: z.enum(registrationModes), code: z.boolean() }),
  /** Whether the site has a server to send letters through. Without one, no code arrives anywhere. */
  canMail: z.boolean(),
  loginTypeList: z.array(loginType),
  /** WeChat login: by a reply to the official account, or through WeChat's own page. */
  wechatWays: z.object({ reply: z.boolean(), page: z.boolean() }),
  /** Official account that hands out article codes: name and QR code, both '' while not set up. */
  officialAccount: z.object({ name: z.string(), qrCode: z.string() }),
  showList: z.array(showType),
  contacts,
  /** The header's entries that are shown, in their order: a place of the site by its path, or an address of the owner's. */
  menu: z.array(z.object({ to: z.string(), words: z.string() })),
  rewards: z.object({ wechat: z.string(), alipay: z.string() }),
  /** The group everybody may talk in: what it is called, and for whom it is there. */
  chat: z.object({ name: z.string(), group: z.enum(['open', 'members', 'muted']) }),
});

export type SiteInfo = z.infer<typeof webSiteInfo>;

export const site = {
  info: endpoint({
    method: 'GET',
    path: '/v1/webSiteInfo',
    access: 'anyone',
    about: '站点信息；extra 带总浏览 siteAccess 与总访客 visitorAccess',
    reply: webSiteInfo,
    extra: z.object({ siteAccess: z.number(), visitorAccess: z.number() }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/v1/report',
    access: 'anyone',
    about: '记一次浏览：打开站点与每次站内翻页时调用',
    query: z.object({ path: z.string().startsWith('/', '路径须以 / 开头').max(500, '路径过长').default('/') }),
    reply: z.null(),
  }),
};

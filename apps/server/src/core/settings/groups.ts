import { commentModes, registrationModes } from '@mojian/contract/core/modes';
import { isMenuPlace, mostMenuItems, pageOfEntry } from '@mojian/contract/pages/menu';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { completeAddress, contactNames, themes } from '@mojian/contract/platform/rules';
import { z } from 'zod';
import { address, email, picture, text, whole, wordList, words, yesOrNo } from './field-shapes.ts';

const isOn = yesOrNo.default(true);

/** Features. One switched off is hidden from everybody, staff included; its data stays. */
const features = z.object({
  says: isOn,
  board: isOn,
  hot: isOn,
  navigation: isOn,
  links: isOn,
  group: isOn,
  privateChat: isOn,
  series: isOn,
  comments: z.enum(commentModes, '须为 open、first、review、closed 或 hidden').default('open'),
  registration: z.enum(registrationModes, '须为 open、review、invite 或 closed').default('open'),
});

/** Verification code, or the whole tag it is handed out in. */
const ownership = z
  .string('须为文字')
  .transform((input) => (/content="([^"]*)"/.exec(input)?.[1] ?? input).trim())
  .pipe(z.string().regex(/^[\w.=+/-]{0,200}$/, '须为搜索引擎给的验证码，或它给的整个 meta 标签'))
  .default('');

/** Writing, moderation and search engines. */
const order = {
  /** Whether members may write says; the owner and the staff always may. */
  says: z.object({ members: yesOrNo.default(false) }),
  /**
   * Article authors: staff always; `members` too, `publish` without review. `slugs`: articles have addresses by name.
   * `indexNowKey`, `baiduToken`: keys of search engines notified of new articles.
   */
  writing: z.object({
    members: yesOrNo.default(true),
    publish: yesOrNo.default(false),
    slugs: yesOrNo.default(false),
    indexNowKey: z
      .string('须为文字')
      .regex(/^([\w-]{8,128})?$/, '须为 8 到 128 个字母、数字或横线')
      .default(''),
    baiduToken: z
      .string('须为文字')
      .regex(/^\w{0,64}$/, '须为字母与数字，不超过 64 个')
      .default(''),
  }),
  /**
   * Moderation of comments, members' says, board and chat messages. `mode`: hold none, each author's first, or all;
   * comments have theirs among the features. `mask`, `hold`: words matched in the normalised text; `links`: hold texts
   * with more.
   */
  moderation: z.object({
    mode: z.enum(['none', 'first', 'all'], '须为 none、first 或 all').default('none'),
    mask: wordList,
    hold: wordList,
    links: whole(0, 100).default(2),
  }),
  /** Search engines. `hidden`: noindex; `robots`: extra lines of robots.txt; the others are ownership codes. */
  seo: z.object({
    keywords: text(200),
    hidden: yesOrNo.default(false),
    robots: text(5000),
    baidu: ownership,
    google: ownership,
    bing: ownership,
    so: ownership,
    sogou: ownership,
  }),
};

/** Mail, backups, maintenance and outside services. */
const keeping = {
  /** Mail server. Without a host, that of SMTP_URL; without both, mails are stored. */
  mail: z
    .object({
      host: z
        .string('须为文字')
        .trim()
        .max(200, '不能超过 200 个字')
        .regex(/^([\w.-]+|\[[\da-f:.]+\])?$/i, '须为服务器的名字，如 smtp.example.com')
        .default(''),
      port: whole(1, 65_535).default(465),
      /** TLS from the start, as on port 465; otherwise STARTTLS where offered. */
      secure: yesOrNo.default(true),
      /** Takes a certificate that nobody else has signed, on the owner's own server. */
      selfSigned: yesOrNo.default(false),
      user: text(200),
      password: text(500),
      from: email,
    })
    .refine(({ host, from, user }) => host === '' || /^[^\s<>"@]+@[^\s<>"@]+$/.test(from || user), {
      error: '须填发件邮箱，或者用户名就是邮箱',
      path: ['from'],
    }),
  /** Schedule of automatic backups into DATA_DIR/backups, and how many are stored. */
  backup: z.object({
    every: z.enum(['never', 'day', 'week'], '须为 never、day 或 week').default('day'),
    keep: whole(1, 365).default(7),
  }),
  /**
   * `maintenance`: everybody reads, only staff change anything. `updates`: whether the site asks `updatesUrl` once a
   * day for a newer version.
   */
  system: z
    .object({
      maintenance: yesOrNo.default(false),
      maintenanceText: text(200),
      updates: yesOrNo.default(false),
      updatesUrl: address,
    })
    .refine(({ updates, updatesUrl }) => !updates || updatesUrl !== '', {
      message: '请填写检查更新的地址',
      path: ['updatesUrl'],
    }),
  /** `base`: address of a DailyHotApi service used instead of the sources. */
  hot: z.object({ base: address }),
};

/** Social login provider. `base`: address of a private server or proxy used instead of its own. */
const provider = z.object({ id: text(200), secret: text(500), base: address }).prefault({});

const aesKey = z
  .string('须为文字')
  .regex(/^([A-Za-z0-9]{43})?$/, '须为 43 个字母或数字')
  .default('');

/** Logins, contacts and chat. */
const traffic = {
  /** `shown`: contacts on the owner's card, in order, shown once filled in. */
  contacts: z.object({
    email,
    qq: text(200),
    github: text(200),
    gitee: text(200),
    wechat: text(200),
    qqGroup: text(200),
    shown: z.array(z.enum(contactNames, '没有这种联系方式'), '须为一列联系方式').default([...contactNames]),
  }),
  /** Login methods by the contract's numbers. */
  logins: z.object({ types: z.array(whole(1, 6), '须为一列编号').default([1, 2, 3, 4, 5, 6]) }),
  /** Credentials of the social logins. Secret: no reply contains them. */
  social: z.object({ qq: provider, weibo: provider, gitee: provider, wechat: provider, github: provider }),
  /** Official account for logins by reply. Secret but for its name and QR code picture. */
  wechatAccount: z.object({
    name: text(30),
    qrCode: picture,
    appId: text(64),
    token: text(64),
    aesKey,
    // WeChat truncates at 2048 bytes
    greeting: text(600),
  }),
  /** Addresses of the payment QR codes. */
  rewards: z.object({ wechat: picture, alipay: picture }),
  /**
   * Group room. `group`: `open` lets visitors read, `members` requires a login, `muted` lets only staff write. `name`:
   * '' for the default.
   */
  chat: z.object({
    group: z.enum(['open', 'members', 'muted'], '须为 open、members 或 muted').default('members'),
    name: text(20),
  }),
};

const noTarget = '须为 / 开头的路径，或 http、https 网址';

/** Entry by path, or with a whole address. */
const menuItem = z.object({
  to: z
    .string(noTarget)
    .trim()
    .overwrite(completeAddress)
    .refine((text) => /^\/(?![/\\])\S*$/.test(text) || (isWebAddress(text) && !/\s/.test(text)), noTarget),
  words: words(12).trim(),
  hidden: yesOrNo,
});

/** Appearance and identity. */
const outside = {
  identity: z.object({
    name: words(40).trim().min(1, '站名不能为空').default('墨笺'),
    tagline: words(60).default('把日子写在纸上'),
    description: text(200),
    logo: picture,
    /** Without a logo: a seal of the name's first character, or none. */
    seal: z.enum(['name', 'none'], '须为 name 或 none').default('name'),
  }),
  author: z.object({
    name: words(30).trim().min(1, '名字不能为空').default('站长'),
    avatar: picture,
    intro: text(200),
    place: text(30),
    motto: text(60),
  }),
  announcement: z.object({ text: text(200) }),
  /** Markdown. */
  about: z.object({ text: text(200_000) }),
  footer: z.object({
    recordNum: text(60),
    policeRecordNum: text(60),
    sourceCode: address,
    /** Milliseconds since 1970. */
    startedAt: z
      .int('须为一个时间')
      .min(0, '须在 1970 年到 2099 年之间')
      .max(4_102_444_800_000, '须在 1970 年到 2099 年之间')
      .default(1_582_992_000_000),
  }),
  /** Header entries in order; built-in ones that are not listed come after. */
  menu: z.object({
    items: z
      .array(
        menuItem.refine(({ to, words }) => isMenuPlace(to) || pageOfEntry(to) !== undefined || words !== '', {
          error: '自己的链接要有名字',
          path: ['words'],
        }),
        '须为一列菜单',
      )
      .max(mostMenuItems, `不能超过 ${mostMenuItems} 项`)
      .refine((items) => new Set(items.map(({ to }) => to)).size === items.length, '有两项通向同一处')
      .default([]),
  }),
  /**
   * `accent`: colour whose hue and vividness all pages take; '' for cinnabar. `theme`: default for readers who have
   * chosen none.
   */
  look: z.object({
    accent: z
      .string('须为文字')
      .toLowerCase()
      .regex(/^(#[0-9a-f]{6})?$/, '须形如 #1f6f8b')
      .default(''),
    theme: z.enum(themes, '须为 system、light 或 dark').default('light'),
  }),
  /** New-year lanterns: by the Chinese calendar, or always on or off. */
  festival: z.object({ lantern: z.enum(['auto', 'on', 'off'], '须为 auto、on 或 off').default('auto') }),
  /** `offline`: whether browsers keep read pages for offline use. */
  reading: z.object({ offline: yesOrNo.default(true) }),
  /** Megabytes of pictures per member. */
  uploads: z.object({ quota: whole(1, 1_000_000).default(200) }),
};

/** Schemas of all settings, a row per group. Every field has a default, so a group gains fields without a migration. */
export const groups = { features, ...outside, ...traffic, ...order, ...keeping };

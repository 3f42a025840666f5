import { contactNames } from '@mojian/contract/contacts';
import { isMenuPlace, mostMenuItems } from '@mojian/contract/menu';
import { z } from 'zod';

const words = (most: number) => z.string('须为文字').max(most, `不能超过 ${most} 个字`);
const text = words(2000).default('');
const noAddress = '须为 http 或 https 网址，或留空';
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/, error: noAddress })], noAddress).default('');
const yesOrNo = z.boolean('须为 true 或 false');
const noMoment = '须在 1970 年到 2099 年之间';
const whole = z.int('须为整数');

const wordList = z
  .array(z.string('须为文字').trim().min(1, '不能为空').max(50, '过长'), '须为一列词')
  .max(10_000, '词太多');

/** A site people log in through. `base`: another address to ask instead of its own, for a private server or a proxy. */
const provider = z.object({ id: text, secret: text, base: address }).prefault({});

const aesKey = z
  .string()
  .regex(/^([A-Za-z0-9]{43})?$/, '须为 43 个字母或数字')
  .default('');

/** A code alone, or the whole tag it is handed out in. */
const ownership = z
  .string('须为文字')
  .transform((given) => (/content="([^"]*)"/.exec(given)?.[1] ?? given).trim())
  .pipe(z.string().regex(/^[\w.=+/-]{0,200}$/, '须为搜索引擎给的验证码，或它给的整个 meta 标签'))
  .default('');

/** A place of the site by its path, or a whole address. */
const menuItem = z.object({
  to: z.union(
    [z.string().regex(/^\/(?![/\\])[^\s]*$/), z.url({ protocol: /^https?$/ })],
    '须为 / 开头的路径，或 http、https 网址',
  ),
  words: words(12).trim(),
  hidden: yesOrNo,
});

/** What the owner may set, one row a group. Every field has a default, so a group gains fields without a migration. */
export const groups = {
  identity: z.object({
    name: words(40).trim().min(1, '站名不能为空').default('墨笺'),
    tagline: words(60).default('把日子写在纸上'),
    description: text,
    logo: text,
  }),
  author: z.object({ name: z.string().default('站长'), avatar: text, intro: text, place: text, motto: text }),
  /** `shown`: which of them the owner's card shows once they are filled in, in its order. */
  contacts: z.object({
    ...{ email: text, qq: text, github: text, gitee: text, wechat: text, qqGroup: text },
    shown: z.array(z.enum(contactNames, '没有这种联系方式'), '须为一列联系方式').default([...contactNames]),
  }),
  footer: z.object({
    recordNum: text,
    sourceCode: address,
    /** Milliseconds since 1970. */
    startedAt: whole.min(0, noMoment).max(4_102_444_800_000, noMoment).default(1_582_992_000_000),
  }),
  announcement: z.object({ text }),
  /** Markdown. */
  about: z.object({ text: words(200_000).default('') }),
  /** Addresses of the pictures with the payment codes. */
  rewards: z.object({ wechat: text, alipay: text }),
  /** The header's entries in their order; what the site has of its own and is not listed comes after. */
  menu: z.object({
    items: z
      .array(
        menuItem.refine(({ to, words }) => isMenuPlace(to) || words !== '', {
          error: '自己的链接要有名字',
          path: ['words'],
        }),
      )
      .max(mostMenuItems, '太多了')
      .refine((items) => new Set(items.map(({ to }) => to)).size === items.length, '有两项通向同一处')
      .default([]),
  }),
  /** The one accent of the readers' pages, as a colour of which hue and vividness are taken; '' for cinnabar. */
  look: z.object({
    accent: z
      .string('须为文字')
      .toLowerCase()
      .regex(/^(#[0-9a-f]{6})?$/, '须形如 #1f6f8b')
      .default(''),
  }),
  /**
   * What search engines are told. `hidden`: to leave the site out. `robots`: more lines for robots.txt. The others are
   * the codes by which they know the owner.
   */
  seo: z.object({
    keywords: words(200).default(''),
    hidden: yesOrNo.default(false),
    robots: words(5000).default(''),
    ...{ baidu: ownership, google: ownership, bing: ownership, so: ownership, sogou: ownership },
  }),
  /** The server letters go out through. Without a host, that of SMTP_URL; without both, letters stay here. */
  mail: z
    .object({
      host: z
        .string('须为文字')
        .trim()
        .regex(/^([\w.-]+|\[[\da-f:.]+\])?$/i, '须为服务器的名字，如 smtp.example.com')
        .default(''),
      port: whole.min(1, '须为 1 到 65535').max(65_535, '须为 1 到 65535').default(465),
      /** Encrypted from the first byte, as on port 465; without it, as soon as the server offers it. */
      secure: yesOrNo.default(true),
      user: text,
      password: text,
      from: z.union([z.literal(''), z.email('须为邮箱地址')], '须为邮箱地址').default(''),
    })
    .refine(({ host, from, user }) => host === '' || /^[^\s<>"@]+@[^\s<>"@]+$/.test(from || user), {
      error: '须填发件邮箱，或者用户名就是邮箱',
      path: ['from'],
    }),
  /** New-year lanterns: by the Chinese calendar, or as the owner likes. */
  festival: z.object({ lantern: z.enum(['auto', 'on', 'off'], '须为 auto、on 或 off').default('auto') }),
  /** `offline`: whether browsers keep what was read for when there is no network. */
  reading: z.object({ offline: yesOrNo.default(true) }),
  /** Ways to log in, by the numbers of the contract. */
  logins: z.object({
    types: z.array(whole.min(1, '须为 1 到 6').max(6, '须为 1 到 6'), '须为一列编号').default([1, 2, 3, 4, 5, 6]),
  }),
  /** Keys of the social logins. Secret: no reply carries them. */
  social: z.object({ qq: provider, weibo: provider, gitee: provider, wechat: provider, github: provider }),
  /** The official account that logs people in by a reply. Secret but for its name and the picture with its QR code. */
  wechatAccount: z.object({ name: text, qrCode: text, appId: text, token: text, aesKey, greeting: text }),
  /** Whether members may write says; the owner and the staff always may. */
  says: z.object({ members: yesOrNo.default(false) }),
  /**
   * Who writes articles: the staff always may and publishes; `members` may as well, `publish` without review. `slugs`:
   * articles live under their names. `indexNowKey`, `baiduToken`: keys of search engines that are told of new ones.
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
      .regex(/^\w{0,64}$/, '须为字母与数字')
      .default(''),
  }),
  /**
   * What comments, says of members and board messages go through. `mode`: hold none, each person's first, or all.
   * `mask` and `hold`: words looked for in the normalised text; `links`: more of them than this are held.
   */
  moderation: z.object({
    mode: z.enum(['none', 'first', 'all'], '须为 none、first 或 all').default('none'),
    mask: wordList.default([]),
    hold: wordList.default([]),
    links: whole.min(0, '不能小于 0').max(100, '不能大于 100').default(2),
  }),
  /**
   * The group room. `group`: who may be there: `open` lets visitors read along, `members` asks for a login, `muted` lets
   * the staff alone write, `closed` shows it to nobody. `name`: what it is called, or '' for the site's own tea table.
   */
  chat: z.object({
    group: z.enum(['open', 'members', 'muted', 'closed'], '须为 open、members、muted 或 closed').default('members'),
    name: words(20).default(''),
  }),
  /** Megabytes of pictures a member may keep. */
  uploads: z.object({ quota: whole.min(1, '不能小于 1').default(200) }),
  /** How often the site backs itself up into DATA_DIR/backups, and how many of these it keeps. */
  backup: z.object({
    every: z.enum(['never', 'day', 'week'], '须为 never、day 或 week').default('day'),
    keep: whole.min(1, '不能小于 1').max(365, '不能大于 365').default(7),
  }),
  /**
   * `maintenance`: readers read on, and nobody but the staff changes anything. `updates`: whether the site asks `updatesUrl`
   * once a day for a newer version; off, it asks nobody.
   */
  system: z
    .object({
      maintenance: yesOrNo.default(false),
      maintenanceText: words(200).default(''),
      updates: yesOrNo.default(false),
      updatesUrl: address,
    })
    .refine(({ updates, updatesUrl }) => !updates || updatesUrl !== '', {
      message: '请填写问哪里',
      path: ['updatesUrl'],
    }),
  /** `base`: address of a DailyHotApi service asked instead of the sources themselves. */
  hot: z.object({ base: address }),
};

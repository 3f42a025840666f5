import { themes } from '@mojian/contract/core/themes';
import { isMenuPlace, mostMenuItems } from '@mojian/contract/pages/menu';
import { z } from 'zod';
import { address, picture, text, whole, words, yesOrNo } from './kinds.ts';

/** A place of the site by its path, or a whole address. */
const menuItem = z.object({
  to: z.union(
    [z.string().regex(/^\/(?![/\\])[^\s]*$/), z.url({ protocol: /^https?$/ })],
    '须为 / 开头的路径，或 http、https 网址',
  ),
  words: words(12).trim(),
  hidden: yesOrNo,
});

/** What the site looks like to whoever comes. */
export const outside = {
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
  /** The header's entries in their order; what the site has of its own and is not listed comes after. */
  menu: z.object({
    items: z
      .array(
        menuItem.refine(({ to, words }) => isMenuPlace(to) || words !== '', {
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
   * `accent`: the one of all pages, as a colour of which hue and vividness are taken; '' for cinnabar. `theme`: of readers
   * who have chosen none.
   */
  look: z.object({
    accent: z
      .string('须为文字')
      .toLowerCase()
      .regex(/^(#[0-9a-f]{6})?$/, '须形如 #1f6f8b')
      .default(''),
    theme: z.enum(themes, '须为 system、light 或 dark').default('system'),
  }),
  /** New-year lanterns: by the Chinese calendar, or as the owner likes. */
  festival: z.object({ lantern: z.enum(['auto', 'on', 'off'], '须为 auto、on 或 off').default('auto') }),
  /** `offline`: whether browsers keep what was read for when there is no network. */
  reading: z.object({ offline: yesOrNo.default(true) }),
  /** Megabytes of pictures a member may keep. */
  uploads: z.object({ quota: whole(1, 1_000_000).default(200) }),
};

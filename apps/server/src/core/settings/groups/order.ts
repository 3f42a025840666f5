import { z } from 'zod';
import { text, whole, wordList, yesOrNo } from './kinds.ts';

/** A code alone, or the whole tag it is handed out in. */
const ownership = z
  .string('须为文字')
  .transform((given) => (/content="([^"]*)"/.exec(given)?.[1] ?? given).trim())
  .pipe(z.string().regex(/^[\w.=+/-]{0,200}$/, '须为搜索引擎给的验证码，或它给的整个 meta 标签'))
  .default('');

/** Who may write what, what is looked at before all see it, and what search engines are told. */
export const order = {
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
      .regex(/^\w{0,64}$/, '须为字母与数字，不超过 64 个')
      .default(''),
  }),
  /**
   * What comments, says of members, board and chat messages go through. `mode`: hold none, each person's first, or all;
   * that of comments stands among the features. `mask` and `hold`: words looked for in the normalised text; `links`: more of them than this are held.
   */
  moderation: z.object({
    mode: z.enum(['none', 'first', 'all'], '须为 none、first 或 all').default('none'),
    mask: wordList,
    hold: wordList,
    links: whole(0, 100).default(2),
  }),
  /**
   * What search engines are told. `hidden`: to leave the site out. `robots`: more lines for robots.txt. The others are
   * the codes by which they know the owner.
   */
  seo: z.object({
    keywords: text(200),
    hidden: yesOrNo.default(false),
    robots: text(5000),
    ...{ baidu: ownership, google: ownership, bing: ownership, so: ownership, sogou: ownership },
  }),
};

import { z } from 'zod';
import type { Db, Trx } from '../db/schema.ts';
import { enqueue } from '../outbox/outbox.ts';

const text = z.string('须为文字').default('');
const noAddress = '须为 http 或 https 网址，或留空';
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/, error: noAddress })], noAddress).default('');
const yesOrNo = z.boolean('须为 true 或 false');
const whole = z.int('须为整数');

const words = z
  .array(z.string('须为文字').trim().min(1, '不能为空').max(50, '过长'), '须为一列词')
  .max(10_000, '词太多');

/** A site people log in through. `base`: another address to ask instead of its own, for a private server or a proxy. */
const provider = z.object({ id: text, secret: text, base: address }).prefault({});

const aesKey = z
  .string()
  .regex(/^([A-Za-z0-9]{43})?$/, '须为 43 个字母或数字')
  .default('');

/** What the owner may set, one row a group. Every field has a default, so a group gains fields without a migration. */
const groups = {
  identity: z.object({
    name: z.string('须为文字').default('墨笺'),
    tagline: z.string().default('把日子写在纸上'),
    description: text,
    logo: text,
  }),
  author: z.object({ name: z.string().default('站长'), avatar: text, intro: text, place: text, motto: text }),
  contacts: z.object({ email: text, qq: text, github: text, gitee: text, wechat: text, qqGroup: text }),
  footer: z.object({
    recordNum: text,
    sourceCode: text,
    /** Milliseconds since 1970. */
    startedAt: whole.default(1_582_992_000_000),
  }),
  announcement: z.object({ text }),
  /** Markdown. */
  about: z.object({ text }),
  /** Addresses of the pictures with the payment codes. */
  rewards: z.object({ wechat: text, alipay: text }),
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
    mask: words.default([]),
    hold: words.default([]),
    links: whole.min(0, '不能小于 0').max(100, '不能大于 100').default(2),
  }),
  /**
   * The group room. `group`: who may be there: `open` lets visitors read along, `members` asks for a login, `muted` lets
   * the staff alone write, `closed` shows it to nobody. `name`: what it is called, or '' for the site's own tea table.
   */
  chat: z.object({
    group: z.enum(['open', 'members', 'muted', 'closed'], '须为 open、members、muted 或 closed').default('members'),
    name: z.string('须为文字').max(20, '不能超过 20 个字').default(''),
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
  system: z.object({
    maintenance: yesOrNo.default(false),
    maintenanceText: z.string('须为文字').max(200, '不能超过 200 个字').default(''),
    updates: yesOrNo.default(false),
    updatesUrl: address,
  }),
  /** `base`: address of a DailyHotApi service asked instead of the sources themselves. */
  hot: z.object({ base: address }),
};

/** Fields nobody is ever told, by group; of a group of groups, by the name within each. */
export const secretFields = /^(?:secret|token|aesKey|baiduToken)$/;

type Groups = typeof groups;
export type SettingsGroup = keyof Groups;
export type Settings = { [Group in SettingsGroup]: z.output<Groups[Group]> };

export function isSettingsGroup(name: string): name is SettingsGroup {
  return Object.hasOwn(groups, name);
}

const kept = new WeakMap<Db, Promise<Settings>>();

/** All settings, from memory once read. A group never saved has its defaults. */
export function readSettings(db: Db): Promise<Settings> {
  const known = kept.get(db);
  if (known) return known;

  const reading = load(db);
  kept.set(db, reading);
  reading.catch(() => kept.delete(db));
  return reading;
}

/** The next read asks the database. Called when the pages tagged 'site' are dropped, in every process of the site. */
export function forgetSettings(db: Db) {
  kept.delete(db);
}

/** Replaces one group and leaves its neighbours alone. Pages and remembered settings are dropped after the commit. */
export async function saveSettings<Group extends SettingsGroup>(trx: Trx, group: Group, value: z.input<Groups[Group]>) {
  const row = { name: group, value: JSON.stringify(groups[group].parse(value)) };
  await trx
    .insertInto('settings')
    .values(row)
    .onConflict((taken) => taken.column('name').doUpdateSet({ value: row.value }))
    .execute();
  await enqueue(trx, 'drop-pages', { tags: ['site'] });
}

async function load(db: Db) {
  const rows = await db.selectFrom('settings').selectAll().where('name', 'in', Object.keys(groups)).execute();
  const saved = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  const entries = Object.entries(groups).map(([name, shape]) => [name, shape.parse(saved.get(name) ?? {})]);
  return Object.fromEntries(entries) as Settings;
}

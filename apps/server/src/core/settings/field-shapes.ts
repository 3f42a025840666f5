import { homeSectionNames, type PlacedSection } from '@mojian/contract/core/home-sections';
import type { Kind, Text } from '@mojian/contract/core/settings-fields/field';
import { isMenuPlace, type MenuItem, mostMenuItems, pageOfEntry } from '@mojian/contract/pages/menu';
import { isEmail, spellEmail } from '@mojian/contract/platform/email';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { completeAddress, contactNames } from '@mojian/contract/platform/rules';
import { z } from 'zod';

/** Kinds of a single value; the contacts are a group. */
type Single = Exclude<Kind, { kind: 'contacts' }>;

type ValueByKind = Record<
  'text' | 'secret' | 'long' | 'markdown' | 'email' | 'address' | 'ownership' | 'picture' | 'colour' | 'choice',
  string
> & {
  switch: boolean;
  number: number;
  moment: number;
  checks: number[];
  words: string[];
  menu: MenuItem[];
  sections: PlacedSection[];
};

/** Type of a field's value, by its kind. */
export type ValueOf<F> = F extends { kind: 'choice'; options: infer Options }
  ? `${keyof Options & (string | number)}`
  : F extends { kind: infer K extends keyof ValueByKind }
    ? ValueByKind[K]
    : never;

type Shapes = { [K in Single['kind']]: (field: Extract<Single, { kind: K }>) => z.ZodType<ValueByKind[K]> };

const words = (most: number) => z.string('须为文字').max(most, `不能超过 ${most} 个字`);

function text({ most, default: usual = '', required, pattern, refusal }: Text) {
  let shape = z.string('须为文字');
  if (required !== undefined || pattern) shape = shape.trim();
  if (most !== undefined) shape = shape.max(most, `不能超过 ${most} 个字`);
  if (required !== undefined) shape = shape.min(1, required);
  if (pattern) shape = shape.regex(pattern, refusal);
  return shape.default(usual);
}

const noEmail = '须为邮箱地址，或留空';
const email = (most: number) =>
  z
    .string(noEmail)
    .max(most, `不能超过 ${most} 个字`)
    .overwrite(spellEmail)
    .refine((text) => text === '' || isEmail(text), noEmail)
    .default('');

const noAddress = '须为 http 或 https 网址，或留空';
const address = z
  .string(noAddress)
  .trim()
  .overwrite(completeAddress)
  .max(500, '不能超过 500 个字')
  .refine((text) => text === '' || isWebAddress(text), noAddress)
  .default('');

const ownership = z
  .string('须为文字')
  .transform((input) => (/content="([^"]*)"/.exec(input)?.[1] ?? input).trim())
  .pipe(z.string().regex(/^[\w.=+/-]{0,200}$/, '须为搜索引擎给的验证码，或它给的整个 meta 标签'))
  .default('');

/** A path of this site, an http(s) address, or ''. */
const picture = words(500)
  .regex(/^(|\/(?![/\\])\S*|https?:\/\/\S+)$/, '须为本站的图片，或 http、https 网址')
  .default('');

const yesOrNo = z.boolean('须为 true 或 false');

const whole = (least: number, most: number) =>
  z.int('须为整数').min(least, `须为 ${least} 到 ${most}`).max(most, `须为 ${least} 到 ${most}`);

const wordList = z
  .array(z.string('须为文字').trim().min(1, '不能为空').max(50, '一个词不能超过 50 个字'), '须为一列词')
  .max(10_000, '不能超过 10000 个词')
  .default([]);

const moment = z
  .int('须为一个时间')
  .min(0, '须在 1970 年到 2099 年之间')
  .max(4_102_444_800_000, '须在 1970 年到 2099 年之间');

const colour = z
  .string('须为文字')
  .toLowerCase()
  .regex(/^(#[0-9a-f]{6})?$/, '须形如 #1f6f8b')
  .default('');

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

/** Header entries in order; built-in ones that are not listed come after. */
const menu = z
  .array(
    menuItem.refine(({ to, words }) => isMenuPlace(to) || pageOfEntry(to) !== undefined || words !== '', {
      error: '自己的链接要有名字',
      path: ['words'],
    }),
    '须为一列菜单',
  )
  .max(mostMenuItems, `不能超过 ${mostMenuItems} 项`)
  .refine((items) => new Set(items.map(({ to }) => to)).size === items.length, '有两项通向同一处')
  .default([]);

const sections = z
  .array(z.object({ name: z.enum(homeSectionNames, '没有这一段'), on: yesOrNo }), '须为一列首页的段落')
  .max(homeSectionNames.length, `不能超过 ${homeSectionNames.length} 段`)
  .refine((placed) => new Set(placed.map(({ name }) => name)).size === placed.length, '有一段排了两次')
  .default([]);

function choice({ options, default: usual }: Extract<Single, { kind: 'choice' }>) {
  const values = Object.keys(options);
  return z.enum(values, `须为 ${values.slice(0, -1).join('、')} 或 ${values.at(-1)}`).default(usual);
}

/** Makes the shape of a field, by its kind. */
const shapes: Shapes = {
  text,
  secret: text,
  long: text,
  markdown: text,
  email: ({ most }) => email(most),
  address: () => address,
  ownership: () => ownership,
  picture: () => picture,
  switch: (field) => yesOrNo.default(field.default),
  number: ({ least, most, default: usual }) => whole(least, most).default(usual),
  choice,
  checks: ({ least, most, default: usual }) => z.array(whole(least, most), '须为一列编号').default([...usual]),
  words: () => wordList,
  moment: (field) => moment.default(field.default),
  menu: () => menu,
  sections: () => sections,
  colour: () => colour,
};

export function shapeOf(field: Single): z.ZodType {
  const shape = shapes[field.kind] as (field: Single) => z.ZodType;
  return shape(field);
}

const contact = words(200).default('');

/** `shown`: contacts on the owner's card, in order, shown once filled in. */
export const contactShapes = {
  email: email(200),
  qq: contact,
  github: contact,
  gitee: contact,
  wechat: contact,
  qqGroup: contact,
  shown: z.array(z.enum(contactNames, '没有这种联系方式'), '须为一列联系方式').default([...contactNames]),
};

import { isEmail, spellEmail } from '@mojian/contract/platform/email';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { completeAddress } from '@mojian/contract/platform/rules';
import { z } from 'zod';

/** Text of at most this many characters. */
export const words = (most: number) => z.string('须为文字').max(most, `不能超过 ${most} 个字`);

/** Optional text, '' by default. */
export const text = (most: number) => words(most).default('');

const noAddress = '须为 http 或 https 网址，或留空';

/** http(s) address, or ''. */
export const address = z
  .string(noAddress)
  .trim()
  .overwrite(completeAddress)
  .max(500, '不能超过 500 个字')
  .refine((text) => text === '' || isWebAddress(text), noAddress)
  .default('');

const noEmail = '须为邮箱地址，或留空';

/** Mailbox, or ''. */
export const email = z
  .string(noEmail)
  .max(200, '不能超过 200 个字')
  .overwrite(spellEmail)
  .refine((text) => text === '' || isEmail(text), noEmail)
  .default('');

/** Picture address: a path of this site, an http(s) address, or ''. */
export const picture = words(500)
  .regex(/^(|\/(?![/\\])\S*|https?:\/\/\S+)$/, '须为本站的图片，或 http、https 网址')
  .default('');

export const yesOrNo = z.boolean('须为 true 或 false');

/** Whole number in a range. */
export const whole = (least: number, most: number) =>
  z.int('须为整数').min(least, `须为 ${least} 到 ${most}`).max(most, `须为 ${least} 到 ${most}`);

export const wordList = z
  .array(z.string('须为文字').trim().min(1, '不能为空').max(50, '一个词不能超过 50 个字'), '须为一列词')
  .max(10_000, '不能超过 10000 个词')
  .default([]);

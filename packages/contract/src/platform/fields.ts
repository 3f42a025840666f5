import { z } from 'zod';
import { isEmail, spellEmail } from './email.ts';
import { completeAddress, isBlank } from './rules.ts';

const largestId = 2_147_483_647;

/** Field for an integer ≥ 1, as a number or decimal digits (queries are text). `label` opens the refusal. */
export function wholeNumber(label: string, largest = largestId): z.ZodType<number, number | string> {
  const refusal = `${label}须为 1 到 ${largest} 之间的整数`;
  const digits = (value: unknown) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value);
  return z.preprocess(digits, z.number(refusal).int(refusal).min(1, refusal).max(largest, refusal)) as never;
}

/** Field for a row's id. `label` opens the refusal. */
export const id = (label: string) => wholeNumber(label);

/** ISO 8601 in UTC. */
export const time = z.iso.datetime();

/** Whether the text is an http or https address, the only kind allowed in public links. */
export function isWebAddress(text: string) {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** Field for a required text of at most `most` characters. `label` opens the refusal. */
export const written = (label: string, most: number, tooLong = `${label}不能超过 ${most} 个字`) =>
  z
    .string(`请输入${label}`)
    .trim()
    .refine((text) => !isBlank(text), { error: `请输入${label}`, abort: true })
    .refine((text) => text.length <= most, { error: tooLong, abort: true });

/** Field for a required web address. `label` opens the refusal. */
export const webAddress = (label: string) =>
  written(label, 300, `${label}过长`).overwrite(completeAddress).refine(isWebAddress, `请输入正确的${label}`);

/** Field for an optional web address, '' if missing. `label` opens the refusal. */
export const perhapsWebAddress = (label: string) =>
  z
    .string(`请输入正确的${label}`)
    .trim()
    .overwrite(completeAddress)
    .max(300, `${label}过长`)
    .refine((text) => text === '' || isWebAddress(text), `请输入正确的${label}`)
    .default('');

/** Field for an e-mail, normalized; `missing` is the refusal of an empty one. */
export function emailField(missing: string) {
  return z
    .string(missing)
    .overwrite(spellEmail)
    .min(1, missing)
    .max(100, '邮箱过长')
    .refine(isEmail, '请输入正确的邮箱');
}

/** Field for an optional e-mail, normalized; '' if missing. */
export const perhapsEmail = z
  .string('请输入正确的邮箱')
  .overwrite(spellEmail)
  .max(100, '邮箱过长')
  .refine((text) => text === '' || isEmail(text), '请输入正确的邮箱')
  .default('');

/** As `perhapsWebAddress`, or the path of a picture stored here. */
export const perhapsPicture = (label: string) =>
  z
    .string(`请输入正确的${label}`)
    .trim()
    .overwrite(completeAddress)
    .max(300, `${label}过长`)
    .refine((text) => text === '' || text.startsWith('/files/') || isWebAddress(text), `请输入正确的${label}`)
    .default('');

export const largestPage = 50;

/** Paging: `pageNo` from 1, `pageSize` up to 50, default 10. */
export const pageQuery = z.object({
  pageNo: wholeNumber('页码', 100_000).default(1),
  pageSize: wholeNumber('每页条数', largestPage).default(10),
});

export type PageQuery = z.output<typeof pageQuery>;

/** Field for the mark at which a list goes on: `next` of the page before. */
export const cursor = z.string('翻页标记有误').max(60, '翻页标记有误').optional();

/** Field for the words of a search, '' if missing. */
export const searchText = (most = 50) => z.string().trim().max(most, `搜索内容不能超过 ${most} 个`).default('');

/** Page number for lists that otherwise page by cursor. */
export const numberedQuery = {
  pageNo: wholeNumber('页码', 100_000).optional(),
  pageSize: wholeNumber('每页条数', largestPage).optional(),
};

export type NumberedQuery = { pageNo?: number | undefined; pageSize?: number | undefined };

/** Extra reply fields when paged by number. */
export const numberedReply = {
  total: z.number().optional(),
  pages: z.number().optional(),
  pageNo: z.number().optional(),
  pageSize: z.number().optional(),
};

export type Page<Item> = { records: Item[]; total: number; pages: number; pageNo: number; pageSize: number };

/** Schema of one page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    records: z.array(item),
    total: z.number(),
    pages: z.number(),
    pageNo: z.number(),
    pageSize: z.number(),
  });

/** Ids of a batch: at most a hundred, distinct. */
export const ids = z
  .array(id('编号'), '请选择要处理的')
  .min(1, '请选择要处理的')
  .max(100, '一次最多处理 100 个')
  .transform((value) => [...new Set(value)]);

/** Result of a batch: number done, and the reason of each refusal. */
export const batchResult = z.object({
  done: z.number(),
  failed: z.array(z.object({ id: z.number(), why: z.string() })),
});

export type BatchResult = z.infer<typeof batchResult>;

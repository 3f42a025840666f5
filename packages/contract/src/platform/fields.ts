import { z } from 'zod';
import { isBlank } from './rules.ts';

const largestId = 2_147_483_647;

/** A whole number from 1, given as a number or as its decimal digits (queries are text). `label` opens the refusal. */
export function wholeNumber(label: string, largest = largestId): z.ZodType<number, number | string> {
  const refusal = `${label}须为 1 到 ${largest} 之间的整数`;
  const digits = (value: unknown) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value);
  return z.preprocess(digits, z.number(refusal).int(refusal).min(1, refusal).max(largest, refusal)) as never;
}

/** The number of a row: a whole number from 1. `label` opens the refusal. */
export const id = (label: string) => wholeNumber(label);

/** ISO 8601 in UTC. */
export const time = z.iso.datetime();

/** Whether this is an http or https address: the only kind that may stand behind a link others follow. */
export function isWebAddress(text: string) {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** Words one must write, up to so many characters. `label` opens the refusal. */
export const written = (label: string, most: number, tooLong = `${label}不能超过 ${most} 个字`) =>
  z
    .string(`请输入${label}`)
    .trim()
    .refine((text) => !isBlank(text), { error: `请输入${label}`, abort: true })
    .refine((text) => text.length <= most, { error: tooLong, abort: true });

/** A web address one must write. `label` opens the refusal. */
export const webAddress = (label: string) =>
  written(label, 300, `${label}过长`).refine(isWebAddress, `请输入正确的${label}`);

/** Optional web address. */
export const perhapsWebAddress = (label: string) =>
  z
    .string(`请输入正确的${label}`)
    .trim()
    .max(300, `${label}过长`)
    .refine((text) => text === '' || isWebAddress(text), `请输入正确的${label}`)
    .default('');

export const largestPage = 50;

/** `pageNo` from 1, `pageSize` up to 50 (10 when not given). */
export const pageQuery = z.object({
  pageNo: wholeNumber('页码', 100_000).default(1),
  pageSize: wholeNumber('每页条数', largestPage).default(10),
});

export type PageQuery = z.output<typeof pageQuery>;

/** For lists that go on by a cursor: a page by its number instead. */
export const numberedQuery = {
  pageNo: wholeNumber('页码', 100_000).optional(),
  pageSize: wholeNumber('每页条数', largestPage).optional(),
};

export type NumberedQuery = { pageNo?: number | undefined; pageSize?: number | undefined };

/** Told besides where a page was asked for by its number. */
export const numberedReply = {
  total: z.number().optional(),
  pages: z.number().optional(),
  pageNo: z.number().optional(),
  pageSize: z.number().optional(),
};

export type Page<Item> = { records: Item[]; total: number; pages: number; pageNo: number; pageSize: number };

/** The shape of one page of a list, as `Page`. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    records: z.array(item),
    total: z.number(),
    pages: z.number(),
    pageNo: z.number(),
    pageSize: z.number(),
  });

/** Ids of a batch: up to a hundred, each once. */
export const ids = z
  .array(id('编号'), '请选择要处理的')
  .min(1, '请选择要处理的')
  .max(100, '一次最多处理 100 个')
  .transform((value) => [...new Set(value)]);

/** Result of a batch: number done, and the reason for each refusal. */
export const batchResult = z.object({
  done: z.number(),
  failed: z.array(z.object({ id: z.number(), why: z.string() })),
});

export type BatchResult = z.infer<typeof batchResult>;

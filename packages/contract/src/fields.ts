import { z } from 'zod';

const largestId = 2_147_483_647;

/** A whole number from 1, given as a number or as its decimal digits (queries are text). `label` opens the refusal. */
export function wholeNumber(label: string, largest = largestId): z.ZodType<number, number | string> {
  const refusal = `${label}须为 1 到 ${largest} 之间的整数`;
  const digits = (value: unknown) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value);
  return z.preprocess(digits, z.number(refusal).int(refusal).min(1, refusal).max(largest, refusal)) as never;
}

export const id = (label: string) => wholeNumber(label);

/** ISO 8601 in UTC. */
export const time = z.iso.datetime();

/** Whether this is an http or https address: the only kind that may stand behind a link others follow. */
export function isWebAddress(text: string) {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

export const largestPage = 50;

/** `pageNo` from 1, `pageSize` up to 50 (10 when not given). */
export const pageQuery = z.object({
  pageNo: wholeNumber('页码', 100_000).default(1),
  pageSize: wholeNumber('每页条数', largestPage).default(10),
});

export type PageQuery = z.output<typeof pageQuery>;

export type Page<Item> = { records: Item[]; total: number; pages: number; pageNo: number; pageSize: number };

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    records: z.array(item),
    total: z.number(),
    pages: z.number(),
    pageNo: z.number(),
    pageSize: z.number(),
  });

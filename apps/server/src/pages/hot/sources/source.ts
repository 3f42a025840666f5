import { z } from 'zod';

/** One row of a source, before it is ranked. */
export type Entry = { title: string; heat: number | string | null; url: string };

/** Where a source is asked, and how its answer is read. */
export type Source = {
  name: string;
  /** Scheme and host alone. */
  host: string;
  path: string | ((now: number) => string);
  headers: Record<string, string>;
  /** Links may lead to these hosts and their subdomains, and nowhere else. */
  sites: string[];
  /** @throws when the answer has another form. A row that does not fit is left out. */
  read: (answer: unknown) => Entry[];
  /** The link of an entry, for a source whose own entries link to the whole web. */
  linkOf?: (id: string) => string;
};

/** These sources refuse programs that do not call themselves a browser. */
export const browser = {
  accept: 'application/json, text/plain, */*',
  'accept-language': 'zh-CN,zh;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

/** An address with a query, for links made from words. */
export function withQuery(address: string, query: Record<string, string>) {
  return `${address}?${new URLSearchParams(query)}`;
}

const longestTitle = 100;
const longestHeat = 20;

/** A list of which only the rows of this shape are taken: one odd row must not cost the reader the others. */
export const rowsOf = <Shape extends z.ZodType>(shape: Shape) =>
  z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row) => {
      const read = shape.safeParse(row);
      return read.success ? [read.data] : [];
    }),
  );

/** Plain text. Markup in it stays what it is to the reader, text: nothing after this reads it as HTML. */
export const title = z
  .string()
  .transform((text) => cut(plain(text), longestTitle))
  .pipe(z.string().min(1));

/** 5920000, '5,920,000', '592 万热度' and '1.2亿' become numbers, other words stay words, anything else is null. */
export const heat = z.unknown().optional().transform(readHeat);

/** A number that is a name. Some are beyond what a double holds: those must come as text. */
export const digits = z.union([z.string().regex(/^\d{1,20}$/), z.int().positive().transform(String)]);

function readHeat(value: unknown): number | string | null {
  if (typeof value === 'number') return value > 0 && Number.isFinite(value) ? Math.round(value) : null;
  if (typeof value !== 'string') return null;

  const words = plain(value);
  const [, number, unit = ''] = /^(\d[\d,]*(?:\.\d+)?) ?([万亿]?) ?(?:热度)?$/.exec(words) ?? [];
  if (number === undefined) return cut(words, longestHeat) || null;
  return Math.round(Number(number.replaceAll(',', '')) * ({ 万: 1e4, 亿: 1e8 }[unit] ?? 1)) || null;
}

/** Without line breaks, control characters, and marks that would turn the direction of what follows. */
function plain(text: string) {
  return text
    .toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function cut(text: string, length: number) {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

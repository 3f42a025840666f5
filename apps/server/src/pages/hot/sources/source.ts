import { z } from 'zod';

/** A row before ranking. */
export type Entry = { title: string; heat: number | string | null; url: string };

export type Source = {
  name: string;
  /** Scheme and host. */
  host: string;
  path: string | ((now: number) => string);
  headers: Record<string, string>;
  /** Hosts that links may lead to, with their subdomains. */
  sites: string[];
  /** Drops rows that do not fit. @throws for another form of reply */
  read: (answer: unknown) => Entry[];
  /** Builds the link when the source's own ones lead anywhere. */
  linkOf?: (id: string) => string;
};

/** Headers of a browser, which these sources require. */
export const browser = {
  accept: 'application/json, text/plain, */*',
  'accept-language': 'zh-CN,zh;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

export function withQuery(address: string, query: Record<string, string>) {
  return `${address}?${new URLSearchParams(query)}`;
}

const longestTitle = 100;
const longestHeat = 20;

/** Parses an array and drops rows of another shape. */
export const rowsOf = <Shape extends z.ZodType>(shape: Shape) =>
  z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row) => {
      const read = shape.safeParse(row);
      return read.success ? [read.data] : [];
    }),
  );

/** Plain text; nothing later parses it as HTML. */
export const title = z
  .string()
  .transform((text) => cut(plain(text), longestTitle))
  .pipe(z.string().min(1));

/** Reads 5920000, '5,920,000', '592 万热度' and '1.2亿' as numbers; other text stays, the rest is null. */
export const heat = z.unknown().optional().transform(readHeat);

/** A numeric id; those beyond a double's precision must come as text. */
export const digits = z.union([z.string().regex(/^\d{1,20}$/), z.int().positive().transform(String)]);

function readHeat(value: unknown): number | string | null {
  if (typeof value === 'number') return value > 0 && Number.isFinite(value) ? Math.round(value) : null;
  if (typeof value !== 'string') return null;

  const words = plain(value);
  const [, number, unit = ''] = /^(\d[\d,]*(?:\.\d+)?) ?([万亿]?) ?(?:热度)?$/.exec(words) ?? [];
  if (number === undefined) return cut(words, longestHeat) || null;
  return Math.round(Number(number.replaceAll(',', '')) * ({ 万: 1e4, 亿: 1e8 }[unit] ?? 1)) || null;
}

/** Strips line breaks, control and bidi characters. */
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

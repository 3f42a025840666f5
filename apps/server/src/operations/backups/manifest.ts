import { z } from 'zod';

/** Raised when a program of before could not read a backup any more. */
export const format = 1;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a backup says of itself. It is its last entry: the sums are known when all else is written. */
export const manifestShape = z.object({
  product: z.literal('mojian'),
  format: z.int().min(1),
  /** Of the program that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  dialect: z.enum(['sqlite', 'postgres']),
  site: z.string(),
  /** The migrations the rows were made by, in order. */
  steps: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w{1,63}$/),
      columns: z.array(z.string().regex(/^\w{1,63}$/)).min(1),
      rows: count,
      /** The largest id ever handed out. */
      lastId: count.nullable(),
      /** Of the lines, unpacked. */
      bytes: count,
      sha256,
    }),
  ),
  /** `listing`: of the entry that names each file with its sum. `missing`: known to the database, not in the storage. */
  files: z.object({ count, bytes: count, missing: count, listing: z.object({ bytes: count, sha256 }) }),
  leftOut: z.record(z.string(), z.string()),
});

export type Manifest = z.output<typeof manifestShape>;
export type ManifestTable = Manifest['tables'][number];

/** A line of the listing. */
export const fileShape = z.object({ key: z.string(), bytes: count, sha256 });

export type FileLine = z.output<typeof fileShape>;

/** Names of the entries. */
export const entryNames = {
  manifest: 'manifest.json',
  listing: 'files.ndjson',
  rows: (table: string) => `rows/${table}.ndjson`,
  file: (key: string) => `files/${key}`,
};

/** All rows of all tables. */
export function countRows({ tables }: Pick<Manifest, 'tables'>) {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

import { z } from 'zod';

/** Raised when older versions can no longer read a backup. */
export const format = 1;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Last entry of the zip: the checksums are known at the end. */
export const manifestShape = z.object({
  product: z.literal('mojian'),
  format: z.int().min(1),
  /** Program version. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  dialect: z.enum(['sqlite', 'postgres']),
  site: z.string(),
  /** Migrations applied, in order. */
  steps: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w{1,63}$/),
      columns: z.array(z.string().regex(/^\w{1,63}$/)).min(1),
      rows: count,
      /** Largest id ever assigned. */
      lastId: count.nullable(),
      /** Unpacked size of the lines. */
      bytes: count,
      sha256,
    }),
  ),
  /** `listing`: the entry that lists each file with its checksum. `missing`: in the database but not in storage. */
  files: z.object({ count, bytes: count, missing: count, listing: z.object({ bytes: count, sha256 }) }),
  leftOut: z.record(z.string(), z.string()),
});

export type Manifest = z.output<typeof manifestShape>;
export type ManifestTable = Manifest['tables'][number];

/** A line of the listing. */
export const fileShape = z.object({ key: z.string(), bytes: count, sha256 });

export type FileLine = z.output<typeof fileShape>;

export const entryNames = {
  manifest: 'manifest.json',
  listing: 'files.ndjson',
  rows: (table: string) => `rows/${table}.ndjson`,
  file: (key: string) => `files/${key}`,
};

export function countManifestRows({ tables }: Pick<Manifest, 'tables'>) {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

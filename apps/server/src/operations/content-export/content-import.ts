import type { Dialect } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** What an import is given. */
export type Given = {
  db: Db;
  dialect: Dialect;
  search: Search;
  storage: Storage;
  siteUrl: string;
  folder: string;
  /** Who wrote what names nobody. Asked once the authors are in: the files may bring an empty site its owner. */
  authorId: () => Promise<number>;
  dryRun: boolean;
  /** Whether what was edited on the site since gives way to the files. */
  overwrite: boolean;
};

/** An import under way. */
export type ContentImport = Omit<Given, 'authorId'> & {
  authorId: number;
  /** By nickname. */
  authors: Map<string, number>;
  /** By `authorId/name`. */
  series: Map<string, number>;
  /** Of articles: the number in the files, and here. */
  ids: Map<number, number>;
};

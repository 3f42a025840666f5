import { guestNameLength } from '@mojian/contract/platform/rules';
import type { Author, Item, Loss, Reader, Source } from '@mojian/importers/form';
import { storableText } from '@mojian/markdown/storable-text';
import { cleanText } from '@mojian/markdown/text';
import { findOrAddGuest } from '../../core/guest-rows/guest-rows.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { createMatcher } from './match.ts';

export type ImportDeps = { db: Db; search: Search; storage: Storage; siteUrl: string };

/** Results of an item. `waiting`: a comment whose article is not here yet. */
export const outcomes = ['added', 'updated', 'unchanged', 'skipped', 'waiting', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

export type Options = {
  /** Members by the e-mail or else the name of an author; other authors become guests. */
  authors: Record<string, number>;
  /** Article of an address, chosen by the owner where no guess fits. */
  matches: Record<string, number>;
  /** Address of the source's site, entered by the owner where the file does not name it; '' without. */
  site: string;
  /** Replaces articles by those of the file though they were edited here. */
  overwrite?: boolean | undefined;
  /** Articles whose date is a guess come as drafts. */
  undatedAsDrafts?: boolean | undefined;
};

/** Dependencies and options of a run, passed to every function that writes. */
export type Context = ImportDeps & {
  reader: Reader;
  source: Source;
  origin: string;
  /** Address of the source's site, from the file or the options; '' when unknown. */
  sourceUrl: string;
  runId: number;
  /** Member who imports, and author of what has none. */
  userId: number;
  options: Options;
  matcher: ReturnType<typeof createMatcher>;
  /** Ids of rows that no import brought, by kind and key: an export of this site, read on this site, names them. */
  rowsWithoutImport: Map<string, number>;
  /** Reports something that did not come over, or came over changed. */
  reportLoss: (loss: Omit<Loss, 'kind'>) => void;
  /** Stores what was reported; called before each transaction, so that a killed run has lost none of it. */
  saveLosses: () => Promise<void>;
};

/** Key of an author in the options. */
export function authorKey({ email, name }: Pick<Author, 'email' | 'name'>) {
  return email.trim().toLowerCase() || name.trim();
}

/** Key of whom the source itself marks as its owner; no name or address is written like this, so nobody can claim it. */
export function ownerKey(author: Pick<Author, 'email' | 'name'>) {
  return `旧站的站长\n${authorKey(author)}`;
}

/** The member an author was mapped to, else a guest. */
export async function resolveUser(
  trx: Trx,
  { options, reportLoss }: Pick<Context, 'options' | 'reportLoss'>,
  author: Author,
  createdAt: number,
) {
  const key = authorKey(author);
  const mapped = Object.hasOwn(options.authors, key) ? options.authors[key] : undefined;
  reportLongName({ reportLoss, options }, author);
  return mapped ?? findOrAddGuest(trx, { ...author, createdAt });
}

/** Says that the name of a guest is cut. */
export function reportLongName({ reportLoss, options }: Pick<Context, 'reportLoss' | 'options'>, author: Author) {
  const { name } = author;
  if (!isForeign({ options }, author)) return;
  if (Array.from(name.trim()).length <= guestNameLength) return;
  reportLoss({ thing: '访客的名字', place: name, reason: `超过 ${guestNameLength} 个字，只留下前面的` });
}

/** Whether an author becomes a guest, who cannot log in: drafts and private texts of theirs nobody could open. */
export function isForeign({ options }: Pick<Context, 'options'>, author: Author) {
  return !Object.hasOwn(options.authors, authorKey(author));
}

/** Cleans a text as one that is written here; NUL, which damaged files are full of, goes without a trace. */
export function cleanImported(text: string) {
  return cleanText(storableText(text)).trim();
}

/** Short name of an item for the report. */
export function itemTitle(item: Item) {
  if ('title' in item && item.title) return item.title;
  if ('name' in item) return item.name;
  if (item.kind === 'comment') return `${item.author.name}：${item.markdown.slice(0, 40)}`;
  if ('text' in item) return item.text.slice(0, 40);
  return '';
}

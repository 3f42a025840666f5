import {
  type Author,
  type Item,
  type Reader,
  type Source,
  type SourceArticle,
  type SourceComment,
  UnreadableSource,
} from '@mojian/importers/form';
import { withoutTexts } from '@mojian/importers/readers/html';
import type { Db } from '../../platform/db/schema.ts';
import { authorKey, type Options, ownerKey } from './context.ts';
import { originOf, type Sample } from './ledger.ts';

/** An opened file with the reader that recognised it. */
export type OpenedSource = { reader: Reader; source: Source; name: string };

export const defaultOptions: Options = { authors: {}, matches: {}, site: '' };

type SourceAuthor = Author & { key: string; articles: number; comments: number; userId: number | null };

/** Findings of a first pass over a file, which does not convert its texts. */
export type Survey = { origin: string; site: string; total: number; authors: SourceAuthor[] };

const sampleSize = 50;
const mostAuthors = 2000;

/** Finds origin, site, authors and number of items of a source, without reading its texts. */
export async function surveySource(
  db: Db,
  { reader, source }: Pick<OpenedSource, 'reader' | 'source'>,
  userId: number,
): Promise<Survey> {
  let site = '';
  let total = 0;
  const sample: Sample = [];
  const authors: CountedAuthors = new Map();
  const own = await emailOf(db, userId);
  const count = (item: Item) => {
    if (item.kind !== 'loss') total += 1;
    if (item.kind === 'site') site = item.url;
    if (item.kind !== 'article' && item.kind !== 'comment') return;
    if (sample.length < sampleSize) sample.push(signOf(item));
    if (item.kind === 'article') countArticle(authors, item.author);
    else countComment(authors, item, own);
  };
  await withoutTexts(async () => {
    for await (const item of reader.read(source)) count(item);
  }).catch((error: unknown) => {
    if (!(error instanceof UnreadableSource)) throw error;
  });
  const origin = await originOf(db, reader.id, { host: site && hostOf(site), sample });
  return { origin, site, total, authors: await mapAuthors(db, [...authors], userId) };
}

function signOf(item: SourceArticle | SourceComment) {
  const sign = item.kind === 'article' ? item.title : String(item.createdAt);
  return { kind: item.kind, key: item.key, sign };
}

type CountedAuthors = Map<string, Author & { articles: number; comments: number }>;

function countAuthor(authors: CountedAuthors, key: string, author: Author) {
  const counted = authors.get(key) ?? { ...author, articles: 0, comments: 0 };
  if (authors.size < mostAuthors) authors.set(key, counted);
  return counted;
}

function countArticle(authors: CountedAuthors, author: Author | null) {
  if (author) countAuthor(authors, authorKey(author), author).articles += 1;
}

/** Counts comments of who wrote articles, of whom the source calls its owner, and of the importing member's address. */
function countComment(authors: CountedAuthors, { author, byOwner }: SourceComment, own: string | null) {
  if (byOwner) countAuthor(authors, ownerKey(author), author).comments += 1;
  else if (author.email === '') return;
  else if (author.email === own || authors.has(authorKey(author)))
    countAuthor(authors, authorKey(author), author).comments += 1;
}

async function emailOf(db: Db, userId: number) {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email ?? null;
}

function hostOf(site: string) {
  const url = URL.parse(site);
  return url ? `${url.host}${url.pathname.replace(/\/$/, '')}` : site.slice(0, 200);
}

/**
 * Proposes a member for each author: the importing member for the owner named by the source; others by e-mail, or by nickname without one. Where nobody matches, the only author with articles becomes the importing member.
 */
async function mapAuthors(
  db: Db,
  authors: [string, Author & { articles: number; comments: number }][],
  userId: number,
): Promise<SourceAuthor[]> {
  const emails = authors.map(([, { email }]) => email).filter(Boolean);
  const members = emails.length
    ? await db.selectFrom('users').select(['id', 'email']).where('email', 'in', emails).execute()
    : [];
  const named = await membersNamed(
    db,
    authors.filter(([, { email }]) => email === '').map(([, { name }]) => name),
  );
  const writers = authors.filter(([, { articles }]) => articles > 0).length;
  return authors.map(([key, author]) => {
    const member = author.email ? members.find(({ email }) => email === author.email) : named.get(author.name);
    const isOwner = key === ownerKey(author);
    if (isOwner) return { ...author, key, userId };
    return { ...author, key, userId: member?.id ?? (author.articles > 0 && writers === 1 ? userId : null) };
  });
}

/** Members by the nicknames that authors without an e-mail have. */
async function membersNamed(db: Db, names: string[]) {
  if (names.length === 0) return new Map<string, { id: number }>();
  const rows = db.selectFrom('users').select(['id', 'nickname']).where('nickname', 'in', names);
  const members = await rows.where('isGuest', '=', 0).orderBy('id', 'desc').execute();
  return new Map(members.map((member) => [member.nickname, member]));
}

/** The mapping that a survey proposes, as options. */
export function proposedOptions({ authors }: Pick<Survey, 'authors'>): Options {
  const mapped = authors.flatMap(({ key, userId }) => (userId === null ? [] : [[key, userId] as const]));
  return { ...defaultOptions, authors: Object.fromEntries(mapped) };
}

import { sql } from 'kysely';
import { movedKey } from '../../content/slugs/moved.ts';
import { type Context, itemTitle, type Outcome } from './context.ts';
import type { SourceArticle, SourceComment } from './form.ts';
import type { SourcePicture, SourceSetting } from './form-own.ts';
import { findImportedRow, type RowKind } from './ledger.ts';
import type { Match } from './match.ts';
import { foreseeArticle } from './write-article.ts';
import { findTargets } from './write-comments.ts';
import type { OtherItem } from './write-others.ts';
import { foreseeAddresses } from './write-shelves.ts';
import { countedAs, createTally, isShelf, type Writer, type writeOne } from './writer.ts';

/** An address that comments of the file stand under, and the article it is guessed to be. */
export type Place = { address: string; title: string; count: number; match: Match | undefined };

export type Foreseen = {
  places: Map<string, Place>;
  /** Articles that stay as they are because they were edited here, or are here without an import. */
  edited: { article: number; page: number; titles: string[] };
};

const mostPlaces = 2000;
const mostTitles = 5;
/** Comments held back until all articles were seen. */
const mostHeld = 10_000;

/** Foresees what `createWriter` would do, without writing. */
export function createForeseer(context: Context): Writer & Foreseen {
  const { counts, shelves, see, add } = createTally();
  const coming = new Set<string>();
  const places = new Map<string, Place>();
  const held: SourceComment[] = [];
  const edited = { article: 0, page: 0, titles: [] as string[] };

  async function foreseeOne(item: Parameters<typeof writeOne>[1]) {
    if (item.kind === 'site') return undefined;
    if (item.kind === 'loss') return context.lose(item);
    if (item.kind !== 'article') return foreseeOther(context, item);
    const { outcome, isEdited } = await foreseeArticle(context, item);
    if (isEdited) noteEdited(edited, item);
    return outcome;
  }

  async function takeComment(item: SourceComment) {
    if ((await isKnown(context, 'comment', item.key)) || (await isHere(context, item)))
      return add('comment', 'unchanged');
    if (held.length < mostHeld) held.push(item);
    else add('comment', await foreseeComment(context, item, { coming, places }));
  }

  return {
    counts,
    places,
    edited,
    async write(item) {
      see(item);
      if (item.kind === 'comment') return takeComment(item);
      if (isShelf(item)) return void shelves.push(item);
      if ('key' in item) coming.add(item.key);
      const outcome = await foreseeOne(item);
      if (outcome) add(countedAs(item), outcome);
    },
    async finish() {
      for (const item of held) add('comment', await foreseeComment(context, item, { coming, places }));
      for (const shelf of shelves) add(shelf.kind, await foreseeAddresses(context, shelf));
    },
  };
}

function noteEdited(edited: Foreseen['edited'], item: SourceArticle) {
  edited[item.isPage ? 'page' : 'article'] += 1;
  if (edited.titles.length < mostTitles) edited.titles.push(itemTitle(item).slice(0, 80));
}

async function foreseeOther(context: Context, item: OtherItem | SourcePicture | SourceSetting): Promise<Outcome> {
  if (item.kind !== 'picture' && item.kind !== 'setting') {
    const key = item.kind === 'redirect' ? item.from : item.key;
    if (await isKnown(context, item.kind, key)) return 'unchanged';
  }
  return (await isHere(context, item)) ? 'unchanged' : 'added';
}

type Own = OtherItem | SourcePicture | SourceSetting | SourceComment;

/** Whether a thing of our own export is here without an import, by what tells it from others. */
async function isHere({ db, reader }: Context, item: Own) {
  const place = reader.id === 'mojian' ? placeHere(item) : undefined;
  if (!place) return false;
  const [table, column, value] = place;
  const found = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value} limit 1`.execute(db);
  return found.rows.length > 0;
}

function placeHere(item: Own): [table: string, column: string, value: unknown] | undefined {
  switch (item.kind) {
    case 'picture':
      return ['files', 'key', item.key];
    case 'setting':
      return ['settings', 'name', item.name];
    case 'person':
      return ['users', 'nickname', item.name];
    case 'category':
      return ['categories', 'name', item.name];
    case 'series':
      return ['series', 'name', item.name];
    case 'link':
      return ['links', 'url', item.url];
    case 'navigation':
      return ['navigationSites', 'url', item.url];
    case 'redirect':
      return ['movedPaths', 'path', movedKey(item.from)];
    case 'say':
      return ['says', 'createdAt', item.createdAt];
    case 'comment':
      return ['comments', 'createdAt', item.createdAt];
    default:
      return undefined;
  }
}

async function isKnown({ db, origin }: Context, kind: RowKind, key: string) {
  return (await findImportedRow(db, { origin, kind, key })) !== undefined;
}

type Seen = { coming: Set<string>; places: Map<string, Place> };

async function foreseeComment(context: Context, item: SourceComment, { coming, places }: Seen): Promise<Outcome> {
  if (item.state === 'removed') return 'skipped';
  if ('address' in item.on) return (await notePlace(context, item.on, places)) ? 'added' : 'waiting';
  const key = 'article' in item.on ? item.on.article : item.on.say;
  return coming.has(key) || (await findTargets(context, [item])).has(item) ? 'added' : 'waiting';
}

async function notePlace(
  { matcher }: Context,
  { address, title }: { address: string; title: string },
  places: Map<string, Place>,
) {
  const match = await matcher(address, title);
  const known = places.get(address || title);
  if (known) known.count += 1;
  else if (places.size < mostPlaces) places.set(address || title, { address, title, count: 1, match });
  return match;
}

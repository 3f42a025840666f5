import { sql } from 'kysely';
import { movedKey } from '../../content/slugs/moved.ts';
import { type Context, itemTitle, type Outcome } from './context.ts';
import type { SourceArticle, SourceComment } from './form.ts';
import type { SourcePicture, SourceSetting } from './form-own.ts';
import { findImportedRow, type RowKind } from './ledger.ts';
import type { Match } from './match.ts';
import { findSayPictures } from './pictures.ts';
import { previewArticle } from './write-article.ts';
import { previewListAddresses } from './write-categories.ts';
import { findTargets } from './write-comments.ts';
import type { OtherItem } from './write-others.ts';
import { countedKind, createCounter, isCategoryOrTag, type Writer, type writeOne } from './writer.ts';

/** An address that the file has comments for, and the article they would go to. */
export type CommentedAddress = { address: string; title: string; count: number; match: Match | undefined };

export type PreviewFindings = {
  places: Map<string, CommentedAddress>;
  /** Articles that stay as they are because they were edited here, or are here without an import. */
  edited: { article: number; page: number; titles: string[] };
};

const mostPlaces = 2000;
const mostTitles = 5;
/** Comments that wait in memory until all articles were read. */
const mostDeferred = 10_000;

/** Counts what `createWriter` would do, without writing. */
export function createPreviewWriter(context: Context): Writer & PreviewFindings {
  const { counts, categoriesAndTags, countInFile, countOutcome } = createCounter();
  const expectedKeys = new Set<string>();
  const places = new Map<string, CommentedAddress>();
  const deferred: SourceComment[] = [];
  const edited = { article: 0, page: 0, titles: [] as string[] };

  async function previewOne(item: Parameters<typeof writeOne>[1]) {
    if (item.kind === 'site') return undefined;
    if (item.kind === 'loss') return context.reportLoss(item);
    if (item.kind !== 'article') return previewOther(context, item);
    const { outcome, isEdited } = await previewArticle(context, item);
    if (isEdited) noteEdited(edited, item);
    return outcome;
  }

  async function previewOrDefer(item: SourceComment) {
    if ((await isImported(context, 'comment', item.key)) || (await existsHere(context, item)))
      return countOutcome('comment', 'unchanged');
    if (deferred.length < mostDeferred) deferred.push(item);
    else countOutcome('comment', await previewComment(context, item, { expectedKeys, places }));
  }

  return {
    counts,
    places,
    edited,
    async write(item) {
      countInFile(item);
      if (item.kind === 'comment') return previewOrDefer(item);
      if (isCategoryOrTag(item)) return void categoriesAndTags.push(item);
      if ('key' in item) expectedKeys.add(item.key);
      const outcome = await previewOne(item);
      if (outcome) countOutcome(countedKind(item), outcome);
    },
    async finish() {
      for (const item of deferred)
        countOutcome('comment', await previewComment(context, item, { expectedKeys, places }));
      for (const term of categoriesAndTags) countOutcome(term.kind, await previewListAddresses(context, term));
    },
  };
}

function noteEdited(edited: PreviewFindings['edited'], item: SourceArticle) {
  edited[item.isPage ? 'page' : 'article'] += 1;
  if (edited.titles.length < mostTitles) edited.titles.push(itemTitle(item).slice(0, 80));
}

async function previewOther(context: Context, item: OtherItem | SourcePicture | SourceSetting): Promise<Outcome> {
  if (item.kind !== 'picture' && item.kind !== 'setting') {
    const key = item.kind === 'redirect' ? item.from : item.key;
    if (await isImported(context, item.kind, key)) return 'unchanged';
  }
  if (await existsHere(context, item)) return 'unchanged';
  if (item.kind === 'say') findSayPictures(context, item); // reports those that are missing
  return 'added';
}

type OwnExportItem = OtherItem | SourcePicture | SourceSetting | SourceComment;

/** Whether a thing of our own export is here without an import, by what tells it from others. */
async function existsHere({ db, reader }: Context, item: OwnExportItem) {
  const place = reader.id === 'mojian' ? distinctiveColumn(item) : undefined;
  if (!place) return false;
  const [table, column, value] = place;
  const found = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value} limit 1`.execute(db);
  return found.rows.length > 0;
}

function distinctiveColumn(item: OwnExportItem): [table: string, column: string, value: unknown] | undefined {
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
    case 'message':
      return ['boardMessages', 'createdAt', item.createdAt];
    case 'comment':
      return ['comments', 'createdAt', item.createdAt];
    default:
      return undefined;
  }
}

async function isImported({ db, origin }: Context, kind: RowKind, key: string) {
  return (await findImportedRow(db, { origin, kind, key })) !== undefined;
}

type Upcoming = { expectedKeys: Set<string>; places: Map<string, CommentedAddress> };

async function previewComment(
  context: Context,
  item: SourceComment,
  { expectedKeys, places }: Upcoming,
): Promise<Outcome> {
  if (item.state === 'removed') return 'skipped';
  if ('address' in item.on) return (await matchAddress(context, item.on, places)) ? 'added' : 'waiting';
  const key = 'article' in item.on ? item.on.article : item.on.say;
  return expectedKeys.has(key) || (await findTargets(context, [item])).has(item) ? 'added' : 'waiting';
}

async function matchAddress(
  { matcher }: Context,
  { address, title }: { address: string; title: string },
  places: Map<string, CommentedAddress>,
) {
  const match = await matcher(address, title);
  const known = places.get(address || title);
  if (known) known.count += 1;
  else if (places.size < mostPlaces) places.set(address || title, { address, title, count: 1, match });
  return match;
}

import { kindWords } from '@mojian/contract/operations/import-words';
import { isBlank } from '@mojian/contract/platform/rules';
import { movedKey } from '@mojian/foreign-files/address-key';
import { cutsOf } from '@mojian/importers/cuts';
import type { SourceArticle, SourceComment, SourcePicture, SourceSay } from '@mojian/importers/form';
import type { SourceSetting } from '@mojian/importers/form-own';
import { createFriendReader } from '@mojian/importers/friend-page';
import { sql } from 'kysely';
import { type Context, cleanImported, itemTitle, type Outcome, reportLongName } from './context.ts';
import { findImportedRow, itemHash } from './ledger.ts';
import type { Match } from './match.ts';
import { findSayPictures, reportPicture, whyRefused } from './pictures.ts';
import { mostListed, type PreviewedArticle, previewedArticle } from './preview-articles.ts';
import { previewArticle } from './write-article.ts';
import { previewListAddresses } from './write-categories.ts';
import { changedComment, findTargets, noWords, removedThere, twiceInFile } from './write-comments.ts';
import { changedAtSource, type OtherItem, whyNot } from './write-others.ts';
import { countedKind, createCounter, isCategoryOrTag, type Writer, type writeOne } from './writer.ts';

/** An address that the file has comments for, and the article they would go to. */
export type CommentedAddress = { address: string; title: string; count: number; match: Match | undefined };

export type PreviewFindings = {
  /** The first articles and pages, for a person to look through. */
  articles: PreviewedArticle[];
  places: Map<string, CommentedAddress>;
  /** Articles that stay as they are because they were edited here, or are here without an import. */
  edited: { article: number; page: number; titles: string[] };
};

/** Bounds of the addresses with comments, and of the titles of edited articles. */
const mostPlaces = 2000;
const mostTitles = 5;
/** Comments that wait in memory until all articles were read. */
const mostDeferred = 10_000;

/** Counts what `createWriter` would do, without writing. */
export function createPreviewWriter(context: Context): Writer & PreviewFindings {
  const { counts, categoriesAndTags, countInFile, countOutcome } = createCounter();
  const expectedKeys = new Set<string>();
  const namesUsedByArticles = new Set<string>();
  const commentKeys = new Set<string>();
  const places = new Map<string, CommentedAddress>();
  const deferred: SourceComment[] = [];
  const articles: PreviewedArticle[] = [];
  const edited = { article: 0, page: 0, titles: [] as string[] };
  const friendReader = createFriendReader(context);

  async function previewOne(item: Parameters<typeof writeOne>[1]) {
    if (item.kind === 'site') return undefined;
    if (item.kind === 'loss') return context.reportLoss(item);
    if (item.kind !== 'article') return previewOther(context, item);
    const { outcome, isEdited, lists } = await previewArticle(context, item);
    if (articles.length < mostListed) articles.push(previewedArticle(item, outcome));
    if (isEdited) noteEdited(edited, item);
    for (const name of lists) namesUsedByArticles.add(name);
    return outcome;
  }

  async function previewOrDefer(item: SourceComment) {
    const known = await outcomeBeforeTarget(context, item, commentKeys);
    if (known) return countOutcome('comment', known);
    if (deferred.length < mostDeferred) deferred.push(item);
    else countOutcome('comment', await previewComment(context, item, { expectedKeys, places }));
  }

  return {
    counts,
    places,
    articles,
    edited,
    async write(item) {
      countInFile(item);
      if (item.kind === 'comment') return previewOrDefer(item);
      if (isCategoryOrTag(item)) return void categoriesAndTags.push(item);
      if ('key' in item) expectedKeys.add(item.key);
      const outcome = await previewOne(item);
      if (outcome) countOutcome(countedKind(item), outcome);
      // a page of friend links becomes rows of the links page
      for (const link of friendReader.read(item, outcome === 'added' || outcome === 'updated')) {
        countInFile(link);
        countOutcome('link', await previewOther(context, link));
      }
    },
    async finish() {
      for (const item of deferred)
        countOutcome('comment', await previewComment(context, item, { expectedKeys, places }));
      const expected = {
        names: namesUsedByArticles,
        hasNewArticles: Boolean(counts.article?.added || counts.page?.added),
      };
      for (const term of categoriesAndTags)
        countOutcome(term.kind, await previewListAddresses(context, term, expected));
    },
  };
}

/** Outcome of a comment that does not depend on its target; undefined for a new one with text. */
async function outcomeBeforeTarget(
  context: Context,
  item: SourceComment,
  seen: Set<string>,
): Promise<Outcome | undefined> {
  const report = (reason: string) => context.reportLoss({ thing: '评论', place: itemTitle(item), reason });
  const known = await findImportedRow(context.db, { origin: context.origin, kind: 'comment', key: item.key });
  if (seen.has(item.key)) report(twiceInFile);
  else if (known && known.hash !== itemHash(item)) report(changedComment);
  else if (known || (await existsHere(context, item))) return 'unchanged';
  else {
    seen.add(item.key);
    const outcome = withoutWords(item, report);
    if (!outcome && !item.own && !item.byOwner) reportLongName(context, item.author);
    return outcome;
  }
  return 'skipped';
}

function withoutWords(
  item: Pick<SourceComment, 'own' | 'state' | 'markdown'>,
  report: (reason: string) => void,
): Outcome | undefined {
  if (item.own) return undefined;
  if (item.state === 'removed') report(removedThere);
  else if (isBlank(cleanImported(item.markdown))) report(noWords);
  else return undefined;
  return item.state === 'removed' ? 'skipped' : 'failed';
}

function noteEdited(edited: PreviewFindings['edited'], item: SourceArticle) {
  edited[item.isPage ? 'page' : 'article'] += 1;
  if (edited.titles.length < mostTitles) edited.titles.push(itemTitle(item).slice(0, 80));
}

async function previewOther(context: Context, item: OtherItem | SourcePicture | SourceSetting): Promise<Outcome> {
  const isFile = item.kind === 'picture' || item.kind === 'setting';
  const known = isFile ? undefined : await previewKnown(context, item);
  if (known) return known;
  if (await existsHere(context, item)) return 'unchanged';
  return isFile ? 'added' : previewNew(context, item);
}

async function previewKnown(context: Context, item: OtherItem): Promise<Outcome | undefined> {
  const key = item.kind === 'redirect' ? item.from : item.key;
  const known = await findImportedRow(context.db, { origin: context.origin, kind: item.kind, key });
  if (!known) return undefined;
  return known.hash === itemHash(item) ? 'unchanged' : reported(context, item, changedAtSource, 'skipped');
}

async function previewNew(context: Context, item: OtherItem): Promise<Outcome> {
  if (item.kind === 'say') await reportSayPictures(context, item);
  const why = await whyNot(context, item);
  if (why) return reported(context, item, why.reason, why.outcome);
  for (const reason of cutsOf(item)) reported(context, item, reason, 'added');
  return 'added';
}

async function reportSayPictures(context: Context, item: SourceSay) {
  for (const { address, found } of await findSayPictures(context, item)) {
    const reason = 'remote' in found ? undefined : await whyRefused(context, found);
    if (reason !== undefined) reportPicture(context, address, reason);
  }
}

function reported(context: Context, item: OtherItem, reason: string, outcome: Outcome) {
  const place = itemTitle(item) || (item.kind === 'redirect' ? item.from : item.key);
  context.reportLoss({ thing: kindWords[item.kind], place, reason });
  return outcome;
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
    case 'sticker':
      return ['stickers', 'name', item.name];
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

type Upcoming = { expectedKeys: Set<string>; places: Map<string, CommentedAddress> };

async function previewComment(
  context: Context,
  item: SourceComment,
  { expectedKeys, places }: Upcoming,
): Promise<Outcome> {
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

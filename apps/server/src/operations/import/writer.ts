import { type Context, type Outcome, outcomes, titleOf } from './context.ts';
import type { Item, SourceCategory, SourceComment, SourceTag } from './form.ts';
import { findImportedRow, findImportedRows } from './ledger.ts';
import type { Match } from './match.ts';
import { foreseeArticle, importArticle } from './write-article.ts';
import { findTargets, importComments, placeWaiting } from './write-comments.ts';
import { importAddresses, importOther } from './write-others.ts';

/** How many of each kind are in the file and what became of them. */
export type Counts = Record<string, Partial<Record<Outcome, number>> & { inFile: number }>;

const commentsAtOnce = 200;

/** Takes items in the order of the file; call `finish` after the last. */
export type Writer = { write: (item: Item) => Promise<void>; finish: () => Promise<void>; counts: Counts };

/** Collects counts, and categories and tags, whose addresses wait until all articles are stored. */
function createTally() {
  const counts: Counts = {};
  const shelves: (SourceCategory | SourceTag)[] = [];
  return {
    counts,
    shelves,
    see(item: Item) {
      if (item.kind === 'site' || item.kind === 'loss') return;
      const kind = item.kind === 'article' && item.isPage ? 'page' : item.kind;
      counts[kind] ??= { inFile: 0 };
      counts[kind].inFile += 1;
    },
    add(kind: string, outcome: Outcome, by = 1) {
      counts[kind] ??= { inFile: 0 };
      counts[kind][outcome] = (counts[kind][outcome] ?? 0) + by;
    },
  };
}

/** Writes the items of a run. */
export function createWriter(context: Context): Writer {
  const { counts, shelves, see, add } = createTally();
  let comments: SourceComment[] = [];

  async function flush() {
    if (comments.length === 0) return;
    const some = comments;
    comments = [];
    const result = await importComments(context, some);
    for (const outcome of outcomes) if (outcome in result) add('comment', outcome, result[outcome as 'added']);
  }

  return {
    counts,
    async write(item) {
      see(item);
      if (item.kind === 'comment') {
        comments.push(item);
        if (comments.length >= commentsAtOnce) await flush();
      } else if (item.kind === 'loss') context.lose(item);
      else if (item.kind === 'category' || item.kind === 'tag') shelves.push(item);
      else if (item.kind === 'article') {
        await flush();
        add(item.isPage ? 'page' : 'article', await importArticle(context, item));
      } else if (item.kind !== 'site') add(item.kind, await importOther(context, item));
    },
    async finish() {
      await flush();
      const placed = await placeWaiting(context);
      if (placed > 0) {
        add('comment', 'added', placed);
        add('comment', 'waiting', -placed);
      }
      for (const shelf of shelves) add(shelf.kind, (await importAddresses(context, shelf)) ? 'added' : 'skipped');
    },
  };
}

/** An address that comments of the file stand under, and the article it is guessed to be. */
export type Place = { address: string; title: string; count: number; match: Match | undefined };

const mostPlaces = 2000;

/** Foresees what `createWriter` would do, without writing. */
export function createForeseer(context: Context): Writer & { places: Map<string, Place> } {
  const { counts, shelves, see, add } = createTally();
  const articles = new Set<string>();
  const places = new Map<string, Place>();
  const later: SourceComment[] = [];
  const { db, origin } = context;

  async function foreseeComment(item: SourceComment) {
    const key = 'article' in item.on ? item.on.article : 'say' in item.on ? item.on.say : undefined;
    if (item.state === 'removed') return 'skipped';
    if ('address' in item.on) {
      const { address, title } = item.on;
      const match = await context.matcher(address, title);
      const known = places.get(address || title);
      if (known) known.count += 1;
      else if (places.size < mostPlaces) places.set(address || title, { address, title, count: 1, match });
      return match ? 'added' : 'waiting';
    }
    const isComing = key !== undefined && articles.has(key);
    return isComing || (await findTargets(context, [item])).has(item) ? 'added' : 'waiting';
  }

  return {
    counts,
    places,
    async write(item) {
      see(item);
      if (item.kind === 'loss') context.lose(item);
      else if (item.kind === 'article') {
        articles.add(item.key);
        const outcome = await foreseeArticle(context, item);
        add(item.isPage ? 'page' : 'article', outcome);
        for (const reason of item.warnings)
          context.lose({ thing: item.isPage ? '页面里的内容' : '文章里的内容', place: titleOf(item), reason });
      } else if (item.kind === 'comment') {
        const known = await findImportedRow(db, { origin, kind: 'comment', key: item.key });
        if (known) add('comment', 'unchanged');
        else if (later.length < 10_000) later.push(item);
        else add('comment', await foreseeComment(item));
      } else if (item.kind === 'category' || item.kind === 'tag') shelves.push(item);
      else if (item.kind !== 'site') {
        const key = item.kind === 'redirect' ? item.from : item.key;
        if (item.kind === 'say') articles.add(item.key);
        const known = await findImportedRows(db, origin, item.kind, [key]);
        add(item.kind, known.size > 0 ? 'unchanged' : 'added');
      }
    },
    async finish() {
      for (const item of later) add('comment', await foreseeComment(item));
      for (const shelf of shelves) add(shelf.kind, 'added');
    },
  };
}

import { keepIdsAhead } from '../../platform/db/dialect.ts';
import { type Context, type Outcome, outcomes } from './context.ts';
import type { Item, SourceCategory, SourceComment, SourceTag } from './form.ts';
import { placeWaiting } from './place-waiting.ts';
import { importArticle } from './write-article.ts';
import { importComments } from './write-comments.ts';
import { importOther } from './write-others.ts';
import { importPicture, importSetting } from './write-own.ts';
import { importAddresses } from './write-shelves.ts';

/** Numbers of each kind: in the file, and by outcome. */
export type Counts = Record<string, Partial<Record<Outcome, number>> & { inFile: number }>;

const commentsAtOnce = 200;

/** Takes items in the order of the file; call `finish` after the last. */
export type Writer = { write: (item: Item) => Promise<void>; finish: () => Promise<void>; counts: Counts };

/** Collects counts, and categories and tags, whose addresses wait until all articles are stored. */
export function createTally() {
  const counts: Counts = {};
  const shelves: (SourceCategory | SourceTag)[] = [];
  return {
    counts,
    shelves,
    see(item: Item) {
      if (item.kind === 'site' || item.kind === 'loss') return;
      const kind = countedAs(item);
      counts[kind] ??= { inFile: 0 };
      counts[kind].inFile += 1;
    },
    add(kind: string, outcome: Outcome, by = 1) {
      if (by === 0) return;
      counts[kind] ??= { inFile: 0 };
      counts[kind][outcome] = (counts[kind][outcome] ?? 0) + by;
    },
  };
}

/** Pages are counted apart from articles. */
export function countedAs(item: Item) {
  return item.kind === 'article' && item.isPage ? 'page' : item.kind;
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

  async function take(comment: SourceComment) {
    comments.push(comment);
    if (comments.length >= commentsAtOnce) await flush();
  }

  return {
    counts,
    async write(item) {
      see(item);
      if (item.kind === 'comment') return take(item);
      if (isShelf(item)) return void shelves.push(item);
      await flush();
      const outcome = await writeOne(context, item);
      if (outcome) add(countedAs(item), outcome);
    },
    async finish() {
      await flush();
      const placed = await placeWaiting(context);
      add('comment', 'added', placed);
      add('comment', 'waiting', -placed);
      const hasNewArticles = Boolean(counts.article?.added || counts.page?.added);
      for (const shelf of shelves) add(shelf.kind, await importAddresses(context, shelf, hasNewArticles));
      await keepIdsAhead(context.db, 'articles');
    },
  };
}

/** A category or tag whose list has former addresses. */
export function isShelf(item: Item): item is SourceTag | SourceCategory {
  return item.kind === 'tag' || (item.kind === 'category' && item.position === undefined);
}

export function writeOne(context: Context, item: Exclude<Item, SourceComment | SourceTag>) {
  if (item.kind === 'site') return undefined;
  if (item.kind === 'loss') return context.lose(item);
  if (item.kind === 'picture') return importPicture(context, item);
  if (item.kind === 'setting') return importSetting(context, item);
  return item.kind === 'article' ? importArticle(context, item) : importOther(context, item);
}

import type { Item, SourceCategory, SourceComment, SourceTag } from '@mojian/importers/form';
import { createFriendReader } from '@mojian/importers/friend-page';
import { keepIdsAhead } from '../../platform/db/dialect.ts';
import { type Context, type Outcome, outcomes } from './context.ts';
import { placeWaiting } from './place-waiting.ts';
import { importArticle } from './write-article.ts';
import { importListAddresses } from './write-categories.ts';
import { importComments } from './write-comments.ts';
import { importOther } from './write-others.ts';
import { importPicture, importSetting } from './write-own.ts';

/** Numbers of each kind: in the file, and by outcome. */
export type Counts = Record<string, Partial<Record<Outcome, number>> & { inFile: number }>;

const commentBatch = 200;

/** Takes items in the order of the file; call `finish` after the last. */
export type Writer = { write: (item: Item) => Promise<void>; finish: () => Promise<void>; counts: Counts };

/** Collects counts. Categories and tags are kept until all articles are stored, since only then their lists exist. */
export function createCounter() {
  const counts: Counts = {};
  const categoriesAndTags: (SourceCategory | SourceTag)[] = [];
  return {
    counts,
    categoriesAndTags,
    countInFile(item: Item) {
      if (item.kind === 'site' || item.kind === 'loss') return;
      const kind = countedKind(item);
      counts[kind] ??= { inFile: 0 };
      counts[kind].inFile += 1;
    },
    countOutcome(kind: string, outcome: Outcome, by = 1) {
      if (by === 0) return;
      counts[kind] ??= { inFile: 0 };
      counts[kind][outcome] = (counts[kind][outcome] ?? 0) + by;
    },
  };
}

/** Pages are counted apart from articles. */
export function countedKind(item: Item) {
  return item.kind === 'article' && item.isPage ? 'page' : item.kind;
}

/** Writes the items of a run. */
export function createWriter(context: Context): Writer {
  const { counts, categoriesAndTags, countInFile, countOutcome } = createCounter();
  const friends = createFriendReader(context);
  let comments: SourceComment[] = [];

  async function flush() {
    if (comments.length === 0) return;
    const some = comments;
    comments = [];
    const result: Partial<Record<Outcome, number>> = await importComments(context, some);
    for (const outcome of outcomes) countOutcome('comment', outcome, result[outcome] ?? 0);
  }

  async function collectComment(comment: SourceComment) {
    comments.push(comment);
    if (comments.length >= commentBatch) await flush();
  }

  return {
    counts,
    async write(item) {
      countInFile(item);
      if (item.kind === 'comment') return collectComment(item);
      if (isCategoryOrTag(item)) return void categoriesAndTags.push(item);
      await flush();
      const outcome = await writeOne(context, item);
      if (outcome) countOutcome(countedKind(item), outcome);
      for (const link of friends.read(item, outcome === 'added' || outcome === 'updated')) {
        countInFile(link);
        countOutcome('link', await importOther(context, link));
      }
    },
    async finish() {
      await flush();
      const placed = (await placeWaiting(context)).get(context.runId) ?? 0; // comments of earlier runs are counted with theirs
      countOutcome('comment', 'added', placed);
      countOutcome('comment', 'waiting', -placed);
      const hasNewArticles = Boolean(counts.article?.added || counts.page?.added);
      for (const term of categoriesAndTags)
        countOutcome(term.kind, await importListAddresses(context, term, hasNewArticles));
      await keepIdsAhead(context.db, 'articles');
    },
  };
}

/** Whether an item is a tag, or a category without a position: only exports of this program have positions. */
export function isCategoryOrTag(item: Item): item is SourceTag | SourceCategory {
  return item.kind === 'tag' || (item.kind === 'category' && item.position === undefined);
}

export function writeOne(context: Context, item: Exclude<Item, SourceComment | SourceTag>) {
  if (item.kind === 'site') return undefined;
  if (item.kind === 'loss') return context.reportLoss(item);
  if (item.kind === 'picture') return importPicture(context, item);
  if (item.kind === 'setting') return importSetting(context, item);
  return item.kind === 'article' ? importArticle(context, item) : importOther(context, item);
}

import { isFailure } from '@mojian/contract/platform/failures';
import { rewriteComment } from '../../community/comments/rewrite-comment.ts';
import { rewriteSay } from '../../community/says/rewrite-say.ts';
import { rewriteDraft } from '../../content/article-rows/rename-in-drafts.ts';
import { rebuildIndex } from '../../content/articles/index-articles.ts';
import { rewriteText } from '../../content/articles/save-article.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { TableName, Tables } from '../../platform/db/table.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { everyPage } from '../../platform/render/page-cache.ts';
import type { Search } from '../../platform/search/search.ts';
import { listRows, replaceText, type TextRow } from './move-domain.queries.ts';
import { type Place, placesOf } from './places.ts';
import { type AddressChange, addressChange } from './site-address.ts';

type Deps = { db: Db; tables: Tables; search: Search; siteUrl: string };

const samplesShown = 3;

export type PlaceCount = { name: string; count: number; samples: { before: string; after: string }[] };

/** Counts the texts with addresses of `from`, and shows some of them. Changes nothing. */
export async function previewMove(
  { db, tables }: Pick<Deps, 'db' | 'tables'>,
  from: string,
  to: string,
): Promise<PlaceCount[]> {
  const change = addressChange(from, to);
  const counts: PlaceCount[] = [];
  for (const place of placesOf(tables)) {
    const count: PlaceCount = { name: place.name, count: 0, samples: [] };
    for await (const row of concerned(db, place, change)) {
      count.count++;
      if (count.samples.length < samplesShown) count.samples.push(...samplesOf(row, place, change));
    }
    if (count.count > 0) counts.push({ ...count, samples: count.samples.slice(0, samplesShown) });
  }
  return counts;
}

function samplesOf(row: TextRow, { columns }: Place, { find, replace }: AddressChange) {
  return columns
    .flatMap((column) => find(String(row[column] ?? '')))
    .map((before) => ({ before, after: replace(before) }))
    .filter(({ before, after }) => before !== after);
}

/** Rows whose texts the change would alter. */
async function* concerned(db: Db, place: Place, { needles, replace }: AddressChange) {
  let rows = await listRows(db, place, needles, null);
  while (rows.length > 0) {
    for (const row of rows) if (place.columns.some((column) => isChanged(row[column], replace))) yield row;
    rows = await listRows(db, place, needles, rows.at(-1)?.id ?? null);
  }
}

function isChanged(text: unknown, replace: AddressChange['replace']) {
  return typeof text === 'string' && replace(text) !== text;
}

export type Moved = { places: { name: string; count: number }[]; failed: string[] };

/**
 * Replaces the addresses of `from` by those of the site in every text, renders what is rendered from them, and drops all
 * pages. Safe while the site runs, and to repeat: what was changed meanwhile, or failed, is left to the next time.
 */
export async function moveDomain(deps: Deps, from: string): Promise<Moved> {
  const change = addressChange(from, deps.siteUrl);
  const moved: Moved = { places: [], failed: [] };
  for (const place of placesOf(deps.tables)) {
    let count = 0;
    for await (const row of concerned(deps.db, place, change)) {
      const isMoved = await moveRow(deps, place, row, change).catch((error) => {
        if (!isFailure(error)) throw error;
        moved.failed.push(`${place.name} ${row.id}：${error.message}`);
        return false;
      });
      if (isMoved) count++;
    }
    if (count > 0) moved.places.push({ name: place.name, count });
  }
  await rebuildIndex(deps.db, deps.search);
  await deps.db.transaction().execute((trx) => enqueue(trx, 'drop-pages', { tags: [everyPage, 'site'] }));
  return moved;
}

type Rewrite = (deps: Deps, id: number, replace: AddressChange['replace']) => Promise<boolean>;

/** Acts of the nouns that render their texts or tell open editors of a change. */
const rewrites: Partial<Record<TableName, Rewrite>> = {
  articles: async (deps, id, replace) => (await rewriteText(deps, id, replace)) !== undefined,
  drafts: ({ db }, id, replace) => db.transaction().execute((trx) => rewriteDraft(trx, id, replace)),
  comments: rewriteComment,
  says: rewriteSay,
};

async function moveRow(deps: Deps, place: Place, row: TextRow, { replace }: AddressChange): Promise<boolean> {
  if (place.isRendered) {
    const rewrite = rewrites[place.table];
    if (!rewrite) throw new Error(`nothing rewrites ${place.table}`);
    return rewrite(deps, Number(row.id), replace);
  }
  return deps.db.transaction().execute(async (trx) => {
    let isMoved = false;
    for (const column of place.columns) {
      const before = row[column];
      if (typeof before !== 'string' || !isChanged(before, replace)) continue;
      isMoved = (await replaceText(trx, place, { key: row.id, column, before, after: replace(before) })) || isMoved;
    }
    return isMoved;
  });
}

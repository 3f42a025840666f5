import { setTimeout } from 'node:timers/promises';
import { withoutStickers } from '@mojian/contract/core/sticker-codes';
import type { SearchKind } from '@mojian/contract/platform/rules';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { loadInitials, type SpellInitials } from '../../platform/search/initials.ts';
import type { Search } from '../../platform/search/search.ts';
import * as queries from './search.queries.ts';

/** Number of a writing in the index, which has several tables in one. A page is numbered as the article that it is. */
const codes: Record<queries.Due['kind'], number> = { article: 0, series: 1, say: 2, comment: 3 };
const kindsAtMost = 4;

export function numberOf(kind: SearchKind, id: number) {
  return id * kindsAtMost + codes[kind === 'page' ? 'article' : kind];
}

export function idOf(number: number) {
  return Math.floor(number / kindsAtMost);
}

/** Label of a kind in the index, and of the initials of a name. */
export const kindLabel = (kind: SearchKind) => `k${kind}`;
export const initialsLabel = (initials: string) => `i${initials}`;

const atOnce = 100;
/** Milliseconds between batches, in which requests have their turn. */
const rest = 5;

/** Brings the index up to date with all that was written since, the newest first. */
export async function indexWritings({ db, search }: { db: Db; search: Search }, stopping?: AbortSignal) {
  while (!stopping?.aborted) {
    const due = await queries.listDue(db, atOnce);
    if (due.length === 0) return;
    const spell = await loadInitials();
    await db.transaction().execute((trx) => indexDue({ trx, search, spell }, due));
    if (due.length < atOnce) return;
    await setTimeout(rest);
  }
}

type Indexing = { trx: Trx; search: Search; spell: SpellInitials };

async function indexDue({ trx, search, spell }: Indexing, due: queries.Due[]) {
  await queries.deleteDue(trx, due);
  for (const [kind, some] of Map.groupBy(due, (one) => one.kind)) {
    const ids = some.map(({ id }) => id);
    const rows = new Map((await queries.listSought(trx, kind, ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const number = numberOf(kind, id);
      const row = rows.get(id);
      if (!row) await search.writings.remove(trx, number);
      else await search.writings.index(trx, documentOf({ kind, number, spell }, row));
    }
  }
}

type Row = Awaited<ReturnType<typeof queries.listSought>>[number];

/** Makes a writing's entry. An article's has the initials of its name only, as its words are in the index of articles. */
function documentOf(
  { kind, number, spell }: { kind: queries.Due['kind']; number: number; spell: SpellInitials },
  row: Row,
) {
  const { name, text, date, isPage } = row;
  const labels = [kindLabel(isPage ? 'page' : kind), ...spell(name).map(initialsLabel)];
  const words = kind === 'article' ? { title: '', summary: '' } : { title: name, summary: withoutStickers(text) };
  return { id: number, date: date ?? 0, ...words, body: '', labels };
}

/** Notes everything to be indexed again, for a job to do it. */
export function indexAllAgain(db: Db) {
  return db.transaction().execute((trx) => queries.noteAll(trx));
}

import type { Db, Trx } from '../db/schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { Search } from '../search/search.ts';
import type { SettingsGroup } from '../site/settings.ts';
import { removeUnusedTags } from '../tags/tags.ts';
import { finish } from './first-site.ts';
import { named, nobody } from './owner.ts';
import * as queries from './sample.queries.ts';
import {
  fingerprintOfRow,
  fingerprintOfSettings,
  type SampleTable,
  sampleTables,
  settingsKind,
} from './sample-rows.ts';

/** What stays, in Chinese, because its owner changed it or it is still needed. */
export type Removed = { removed: number; kept: string[] };

/** The tags of every page that shows sample content. */
const shownBy = ['site', 'articles', 'says', 'comments', 'board', 'links', 'navigation'];

const groups: SettingsGroup[] = ['identity', 'author', 'announcement', 'about'];

/**
 * Removes the rows of the sample content, all or, when it fails, none. A row that was changed since then is its owner's
 * and stays, as does one that other content needs; neither is counted as sample content any longer.
 */
export function removeSample({ db, search }: { db: Db; search: Search }): Promise<Removed> {
  return db.transaction().execute((trx) => removeSampleWithin(trx, search));
}

/** The same within a transaction that does more. */
export async function removeSampleWithin(trx: Trx, search: Search) {
  const result: Removed = { removed: 0, kept: [] };
  await finish(trx); // a site that was still being filled is not filled any further
  for (const table of sampleTables) await removeTable(trx, search, table, result);
  await removeSettings(trx, result);
  if (result.removed > 0) await enqueue(trx, 'drop-pages', { tags: shownBy });
  return result;
}

async function removeTable(trx: Trx, search: Search, table: SampleTable, result: Removed) {
  for (const { rowId, fingerprint } of await queries.takeRemembered(trx, table)) {
    const now = await fingerprintOfRow(trx, table, rowId);
    if (now === undefined) continue;
    const label = await queries.labelOf(trx, table, rowId);
    const stays = now === fingerprint ? await removeRow(trx, search, table, rowId) : '改动过';
    if (stays) result.kept.push(`${label}（${stays}）`);
    else result.removed += 1;
  }
}

/** Returns why the row has to stay, if it has to. */
async function removeRow(trx: Trx, search: Search, table: SampleTable, id: number) {
  if (table === 'articles') return removeArticle(trx, search, id);
  if (table === 'users' && (await queries.isOwner(trx, id))) return queries.renameOwner(trx, id, named(nobody));
  if (await queries.isNeeded(trx, table, id)) return '仍有别的内容用到';
  if (table === 'comments') await queries.uncountComment(trx, id);
  await queries.deleteRow(trx, table, id);
}

async function removeArticle(trx: Trx, search: Search, id: number) {
  if (await queries.isNeeded(trx, 'articles', id)) return '有人评论过';
  const tags = await queries.listTagIds(trx, id);
  await search.remove(trx, id);
  await queries.deleteRow(trx, 'articles', id);
  await removeUnusedTags(trx, tags);
}

async function removeSettings(trx: Trx, result: Removed) {
  for (const group of groups)
    for (const { fingerprint } of await queries.takeRemembered(trx, settingsKind(group))) {
      const now = await fingerprintOfSettings(trx, group);
      if (now === undefined) continue;
      if (now !== fingerprint) result.kept.push(`站点设置 ${group}（改动过）`);
      else await queries.deleteSettings(trx, group);
      result.removed += Number(now === fingerprint);
    }
}

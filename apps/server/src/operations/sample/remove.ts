import { removeUnusedTags } from '../../content/tags/tags.ts';
import type { SettingsGroup } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { named, nobody } from './owner.ts';
import * as queries from './sample.queries.ts';
import { readSampleSite, type SampleSite } from './sample-content.ts';
import {
  fingerprintOfRow,
  finish,
  type SampleTable,
  sampleSettings,
  sampleTables,
  settingsKind,
} from './sample-rows.ts';

/** `kept`: reasons in Chinese, for rows changed or still needed. */
type Removed = { removed: number; kept: string[] };

/** Tags of every page that shows sample content. */
const shownBy = ['site', 'articles', 'says', 'comments', 'board', 'links', 'navigation'];

type Deps = { search: Search; site: SampleSite };

/**
 * Removes sample rows in one transaction. Rows changed since or needed by other content stay and are no longer marked.
 * Settings and profile fields are reset where they still equal the sample's.
 */
export async function removeSample({ db, search }: { db: Db; search: Search }): Promise<Removed> {
  const site = await readSampleSite();
  return db.transaction().execute((trx) => removeSampleWithin(trx, { search, site }));
}

export async function removeSampleWithin(trx: Trx, { search, site }: Deps) {
  const result: Removed = { removed: 0, kept: [] };
  await finish(trx); // a site that was still being filled is not filled any further
  await queries.clearIntro(trx, site.author.intro);
  for (const table of sampleTables) await removeTable(trx, { search, site }, table, result);
  await removeSettings(trx, sampleSettings(site), result);
  if (result.removed > 0) await enqueue(trx, 'drop-pages', { tags: shownBy });
  return result;
}

async function removeTable(trx: Trx, { search, site }: Deps, table: SampleTable, result: Removed) {
  for (const { rowId, fingerprint } of await queries.takeRemembered(trx, table)) {
    const now = await fingerprintOfRow(trx, table, rowId);
    if (now === undefined) continue;
    if (table === 'users' && (await keepOwner(trx, rowId, site))) continue;
    const label = await queries.labelOf(trx, table, rowId);
    const stays = now === fingerprint ? await removeRow(trx, search, table, rowId) : '改动过';
    if (stays) result.kept.push(`${label}（${stays}）`);
    else result.removed += 1;
  }
}

/** Resets the owner's profile; the account stays. False for other members. */
async function keepOwner(trx: Trx, id: number, site: SampleSite) {
  if (!(await queries.isOwner(trx, id))) return false;
  if (await queries.isNamed(trx, id, site.author.nickname)) await queries.renameOwner(trx, id, named(nobody));
  return true;
}

/** Returns the reason why a row has to stay. */
async function removeRow(trx: Trx, search: Search, table: SampleTable, id: number) {
  if (table === 'articles') return removeArticle(trx, search, id);
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

async function removeSettings(trx: Trx, sample: ReturnType<typeof sampleSettings>, result: Removed) {
  for (const [group, fields] of Object.entries(sample) as [SettingsGroup, Record<string, string>][]) {
    const remembered = await queries.takeRemembered(trx, settingsKind(group));
    if (remembered.length === 0) continue;
    const saved = await queries.findSettings(trx, group);
    const own = Object.entries(saved).filter(([field, value]) => fields[field] !== value);
    if (own.length === Object.keys(saved).length) continue;
    await queries.replaceSettings(trx, group, Object.fromEntries(own));
    result.removed += 1;
  }
}

import type { Insertable } from 'kysely';
import type { Schema, Trx } from '../db/schema.ts';
import { type RenderedSay, renderSay, writeSay } from '../says/write-say.ts';
import { saveSettings } from '../site/settings.ts';
import { ensureOwner } from './owner.ts';
import type { SampleSite } from './sample-content.ts';
import { rememberRow, rememberSettings, type SampleTable, sampleKey } from './sample-rows.ts';

export type ReadySite = Omit<SampleSite, 'says'> & { says: (SampleSite['says'][number] & { rendered: RenderedSay })[] };

/** What has to be done before the transaction. */
export async function prepareSite(site: SampleSite, siteUrl: string): Promise<ReadySite> {
  const says = site.says.map(async (say) => ({ ...say, rendered: await renderSay(say.text, siteUrl) }));
  return { ...site, says: await Promise.all(says) };
}

/** Everything of the sample content but articles and their comments. */
export async function fillSite(trx: Trx, site: ReadySite) {
  const owner = await ensureOwner(trx, { nickname: site.author.nickname, intro: site.author.intro });
  await rememberRow(trx, 'users', owner.id);
  await fillSettings(trx, site);
  for (const [position, category] of site.categories.entries()) await add(trx, 'categories', { ...category, position });
  for (const { rendered, date, ...say } of site.says) {
    const id = await writeSay(trx, { ...say, createdAt: date, authorId: owner.id }, rendered);
    await rememberRow(trx, 'says', id);
  }
  for (const { date, ...entry } of site.board)
    await add(trx, 'boardMessages', { ...entry, createdAt: date, authorId: null });
  for (const { group, ...link } of site.links)
    await add(trx, 'links', { ...link, groupName: group, createdAt: Date.now() });
  await fillNavigation(trx, site.navigation);
}

/** Comments by invented members, on the articles that still stand. */
export async function fillComments(trx: Trx, comments: SampleSite['comments']) {
  const members = new Map<string, number>();
  for (const { article, nickname, text, date } of comments) {
    const articleId = await findArticle(trx, sampleKey(article));
    if (articleId === undefined) continue;
    const authorId = members.get(nickname) ?? (await addMember(trx, nickname, date));
    members.set(nickname, authorId);
    await add(trx, 'comments', { articleId, authorId, text, createdAt: date, removedAt: null });
    await trx
      .updateTable('articles')
      .set((eb) => ({ comments: eb('comments', '+', 1) }))
      .where('id', '=', articleId)
      .execute();
  }
}

async function fillSettings(trx: Trx, { name, tagline, description, author, motto, announcement, about }: ReadySite) {
  await saveSettings(trx, 'identity', { name, tagline, description });
  await saveSettings(trx, 'author', { name: author.nickname, intro: author.intro, place: author.place, motto });
  await saveSettings(trx, 'announcement', { text: announcement });
  await saveSettings(trx, 'about', { text: about });
  for (const group of ['identity', 'author', 'announcement', 'about'] as const) await rememberSettings(trx, group);
}

async function fillNavigation(trx: Trx, groups: SampleSite['navigation']) {
  for (const [position, { group, sites }] of groups.entries()) {
    const groupId = await add(trx, 'navigationGroups', { name: group, position });
    for (const site of sites) await add(trx, 'navigationSites', { ...site, groupId });
  }
}

function addMember(trx: Trx, nickname: string, createdAt: number) {
  return add(trx, 'users', { nickname, role: 'member', email: null, passwordHash: null, createdAt });
}

async function add<Table extends SampleTable>(trx: Trx, table: Table, row: Insertable<Schema[Table]>) {
  const { id } = await trx
    .insertInto(table as 'says')
    .values(row as Insertable<Schema['says']>)
    .returning('id')
    .executeTakeFirstOrThrow();
  await rememberRow(trx, table, id);
  return id;
}

async function findArticle(trx: Trx, importKey: string) {
  const row = await trx.selectFrom('articles').select('id').where('importKey', '=', importKey).executeTakeFirst();
  return row?.id;
}

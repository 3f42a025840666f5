import { pigments } from '@mojian/contract/core/pigments';
import type { Insertable } from 'kysely';
import { nextSeq } from '../../chat/messages/feed.ts';
import { joinGroup, raiseLast } from '../../chat/rooms/room-rows.ts';
import { type RenderedSay, renderSay, writeSay } from '../../community/says/write-say.ts';
import { addToArticle } from '../../content/article-rows/article-rows.ts';
import { saveArticle } from '../../content/articles/save-article.ts';
import { renderComment } from '../../content/text/comment-text.ts';
import { saveSettings } from '../../core/settings/settings.ts';
import type { Config } from '../../platform/config.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { ensureOwner } from './owner.ts';
import { readSampleArticles, readSampleSite, type SampleArticle, type SampleSite } from './sample-content.ts';
import {
  begin,
  finishFilling,
  readFillProgress,
  rememberRow,
  rememberSettings,
  type SampleTable,
  sampleKey,
  sampleSettings,
} from './sample-rows.ts';

type Deps = { db: Db; search: Search; config: Pick<Config, 'siteUrl' | 'sampleContent'> };

/**
 * Fills an empty database with the owner and, if wanted, sample content. Resumes after an interruption; does nothing on
 * a database in use.
 */
export async function fillFirstSite({ db, search, config }: Deps) {
  const progress = await readFillProgress(db);
  if (progress === 'done') return;

  const site = await readSampleSite();
  if (!progress) {
    const ready = config.sampleContent ? await prepareSite(site, config.siteUrl) : undefined;
    await db.transaction().execute((trx) => start(trx, ready));
  }
  if ((await readFillProgress(db)) === 'done') return;

  const owner = await ensureOwner(db);
  for (const article of await readSampleArticles()) await fillArticle({ db, search, config }, owner.id, article);
  const replies = await prepareReplies(site, config.siteUrl);
  await db.transaction().execute(async (trx) => {
    if (await finishFilling(trx)) await fillReplies(trx, replies);
  });
}

async function start(trx: Trx, site: ReadySite | undefined) {
  if (!(await begin(trx))) return;
  const used = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (site && !used) return fillSite(trx, site);
  await ensureOwner(trx);
  await finishFilling(trx);
}

async function fillArticle(deps: Deps, authorId: number, article: SampleArticle) {
  const id = (await findByKey(deps.db, sampleKey(article.slug))) ?? (await save(deps, authorId, article));
  await deps.db.transaction().execute((trx) => rememberRow(trx, 'articles', id));
}

async function save({ db, search, config }: Deps, authorId: number, { date, slug, ...article }: SampleArticle) {
  const importKey = sampleKey(slug);
  const times = { publishedAt: date, updatedAt: article.updated ?? date };
  try {
    return await saveArticle(
      { db, search, siteUrl: config.siteUrl },
      { ...article, ...times, authorId, sourceUrl: article.source, state: 'published', importKey },
    );
  } catch (error) {
    const other = isDuplicate(error) && (await findByKey(db, importKey)); // another process filled it first
    if (other) return other;
    throw error;
  }
}

async function findByKey(db: Db, importKey: string) {
  const row = await db.selectFrom('articles').select('id').where('importKey', '=', importKey).executeTakeFirst();
  return row?.id;
}

type ReadySite = Omit<SampleSite, 'says'> & { says: (SampleSite['says'][number] & { rendered: RenderedSay })[] };
type ReadyReplies = Pick<SampleSite, 'chat'> & { comments: (SampleSite['comments'][number] & { html: string })[] };

/** Renders before the transaction. */
async function prepareSite(site: SampleSite, siteUrl: string): Promise<ReadySite> {
  const says = site.says.map(async (say) => ({ ...say, rendered: await renderSay(say.text, siteUrl) }));
  return { ...site, says: await Promise.all(says) };
}

/** Renders before the transaction. */
async function prepareReplies({ comments, chat }: SampleSite, siteUrl: string): Promise<ReadyReplies> {
  const rendered = comments.map(async (one) => ({ ...one, html: await renderComment(one.text, [], siteUrl) }));
  return { chat, comments: await Promise.all(rendered) };
}

/** Everything but articles and comments. */
async function fillSite(trx: Trx, site: ReadySite) {
  const owner = await ensureOwner(trx, { nickname: site.author.nickname, intro: site.author.intro });
  await rememberRow(trx, 'users', owner.id);
  await fillSettings(trx, site);
  for (const [position, category] of site.categories.entries())
    await add(trx, 'categories', { ...category, position, pigment: pigments[position % pigments.length] });
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

/** Comments on the remaining articles, and messages in the group. */
async function fillReplies(trx: Trx, { comments, chat }: ReadyReplies) {
  const members = new Map<string, number>();
  const memberOf = async (nickname: string, date: number) => {
    const id = members.get(nickname) ?? (await addMember(trx, nickname, date));
    members.set(nickname, id);
    return id;
  };
  await fillComments(trx, comments, memberOf);
  await fillChat(trx, chat, memberOf);
}

type MemberOf = (nickname: string, date: number) => Promise<number>;

async function fillComments(trx: Trx, comments: ReadyReplies['comments'], memberOf: MemberOf) {
  for (const { article, nickname, text, html, date } of comments) {
    const articleId = await findArticle(trx, sampleKey(article));
    if (articleId === undefined) continue;
    const authorId = await memberOf(nickname, date);
    await add(trx, 'comments', { articleId, authorId, text, html, createdAt: date, removedAt: null });
    await addToArticle(trx, articleId, 'comments', 1);
  }
}

async function fillChat(trx: Trx, chat: SampleSite['chat'], memberOf: MemberOf) {
  const group = trx.selectFrom('rooms').select('id').where('kind', '=', 'group');
  const { id: roomId } = await group.executeTakeFirstOrThrow();
  for (const { nickname, text, date } of chat) {
    const userId = await memberOf(nickname, date);
    const said = { roomId, senderId: userId, text, quoteId: null, sendKey: `sample ${date}`, createdAt: date };
    const id = await add(trx, 'chatMessages', { ...said, seq: await nextSeq(trx) });
    await raiseLast(trx, roomId, id);
    await joinGroup(trx, [{ roomId, senderId: userId, id }]);
  }
}

async function fillSettings(trx: Trx, site: ReadySite) {
  const { identity, author, announcement, about } = sampleSettings(site);
  await saveSettings(trx, 'identity', identity);
  await saveSettings(trx, 'author', author);
  await saveSettings(trx, 'announcement', announcement);
  await saveSettings(trx, 'about', about);
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

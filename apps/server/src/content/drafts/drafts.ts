import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Saved } from '@mojian/contract/content/drafts';
import { Failure } from '@mojian/contract/platform/failures';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { type ArticleKind, readTypes, trashDays } from '@mojian/contract/platform/rules';
import { isEditor, mayWrite, mayWritePages } from '../../core/identity/roles.ts';
import { lockMember } from '../../core/identity/user-rows.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { changeArticle, insertEmptyArticle, raiseVersion } from '../article-rows/article-rows.ts';
import { deleteDraft, putDraft } from '../article-rows/draft-rows.ts';
import { withHash } from '../articles/article-password.ts';
import { freeRevisionSpace, keepRevision } from '../revisions/keep-revisions.ts';
import { countInTurn } from '../text/text-turns.ts';
import { contentOf, isSameContent, storable, writtenContent } from './content.ts';
import { isOwn, isReadable, mayRemove, maySeeDraft } from './drafts.policy.ts';
import * as queries from './drafts.queries.ts';
import { sumDrafts } from './drafts.queries.ts';

/**
 * Creates a draft; the same client key returns the same article.
 * @throws Failure not-allowed; too-large beyond the quota
 */
export async function createDraft(
  db: Db,
  viewer: Viewer,
  { key, kind = 'article', content }: { key: string; kind?: ArticleKind; content: ArticleContent },
): Promise<Saved> {
  await requireWriter(db, viewer);
  requireWriterOf(viewer, { kind });
  const clean = await withHash(storable(content));
  const words = await countInTurn(viewer, clean.markdown);
  const draft = { content: clean, words };
  const added = { kind, authorId: viewer.id, draftKey: key, ...writtenBy(viewer) };
  return db.transaction().execute((trx) => withinQuota(trx, viewer, () => create(trx, added, draft)));
}

/** Content with its word count, which is determined before the transaction. */
export type Counted = { content: ArticleContent; words: number };

type Added = { kind: ArticleKind; authorId: number; draftKey: string };

async function create(
  trx: Trx,
  { keyName = '', ...added }: Added & { keyName?: string },
  counted: Counted,
): Promise<Saved> {
  const now = Date.now();
  const made = await insertEmptyArticle(trx, {
    ...unwritten,
    ...added,
    state: 'draft',
    ...shownOf(counted.content),
    ...at(now),
  });
  if (!made) return known(trx, added);
  await putDraft(trx, { ...draftRow(made.id, counted, now), keyName });
  return { ...made, savedAt: isoTime(now) };
}

/** Empty columns of an article whose only text is its draft. */
export const unwritten = {
  markdown: '',
  html: '',
  openingHtml: '',
  headings: '[]',
  openingHeadings: '[]',
  words: 0,
} as const;

const at = (now: number) => ({ createdAt: now, updatedAt: now });

async function known(trx: Trx, { authorId, draftKey }: Added): Promise<Saved> {
  const article = await queries.findByKey(trx, authorId, draftKey);
  if (!article) throw new Failure('not-found', '文章不存在');
  const { id, version, savedAt, updatedAt } = article;
  return { id, version, savedAt: isoTime(savedAt ?? updatedAt) };
}

type Save = { id: number; version: number; content: ArticleContent };

/**
 * Saves a draft; readers do not see it. A save whose reply was lost may be repeated.
 * @throws Failure stale when something was saved since `version`; not-found for others' articles; gone; too-large
 * beyond the quota
 */
export async function saveDraft(db: Db, viewer: Viewer, { content, ...save }: Save): Promise<Saved> {
  await requireWriter(db, viewer);
  const clean = await withHash(storable(content), await knownHash(db, viewer, save.id, content));
  const words = await countInTurn(viewer, clean.markdown);
  const draft = { ...save, content: clean, words };
  return db.transaction().execute((trx) => withinQuota(trx, viewer, () => writeDraft(trx, viewer, draft)));
}

/** Hash of the password that a draft has, where its content has one. @throws Failure as `findOwn` */
export async function knownHash(db: Db, viewer: Viewer, id: number, { readType }: ArticleContent) {
  return readType === readTypes.withPassword ? (await contentOf(db, await findOwn(db, viewer, id))).password : '';
}

/** @throws Failure as `saveDraft` */
export async function writeDraft(trx: Trx, viewer: Viewer, save: Save & Counted): Promise<Saved> {
  const { id, version: from, content, words } = save;
  const raised = await raiseVersion(trx, id, from);
  // Read after the row is locked.
  const article = await findOwn(trx, viewer, id);
  requireWriterOf(viewer, article);
  if (!raised) return sameOrStale(trx, article, content);
  const now = Date.now();
  await keepRevision(trx, {
    articleId: id,
    userId: viewer.id,
    reason: 'time',
    content: await contentOf(trx, article),
    keyName: article.keyName,
  });
  // Equal to the published or scheduled text, a draft has nothing left to publish.
  if (
    (isReadable(article) || article.state === 'scheduled') &&
    isSameContent(await writtenContent(trx, article), content)
  )
    await deleteDraft(trx, id);
  else await putDraft(trx, { ...draftRow(id, { content, words }, now), ...writtenBy(viewer) });
  if (!isReadable(article)) await changeArticle(trx, id, { ...shownOf(content), state: stateAfter(article) });
  return { id, version: raised.version, savedAt: isoTime(now) };
}

/** Name of the key by which a program writes. What a person writes afterwards leaves it there. */
function writtenBy({ key }: Viewer) {
  return key && { keyName: key.name };
}

function shownOf({ title, summary, cover, coverNumber }: ArticleContent) {
  return { title, summary, cover, coverNumber };
}

/** Editing a submission withdraws it. */
function stateAfter({ state }: queries.WithDraft) {
  return state === 'pending' ? 'draft' : state;
}

async function sameOrStale(trx: Trx, article: queries.WithDraft, content: ArticleContent): Promise<Saved> {
  if (JSON.stringify(await contentOf(trx, article)) !== JSON.stringify(content)) throw new Failure('stale');
  const { id, version, savedAt, updatedAt } = article;
  return { id, version, savedAt: isoTime(savedAt ?? updatedAt) };
}

export function draftRow(articleId: number, { content, words }: Counted, savedAt: number) {
  return {
    articleId,
    title: content.title,
    words,
    content: JSON.stringify(content),
    savedAt,
    submittedAt: null,
  };
}

/**
 * Finds the viewer's own article with its draft.
 * @throws Failure not-found for others' and unknown ones alike; gone in the trash
 */
export function findOwn(db: Db | Trx, viewer: Viewer, id: number) {
  return find(db, id, (article) => isOwn(viewer, article));
}

/** Finds an article whose draft the viewer may read. @throws Failure as `findOwn` */
export function findSeen(db: Db | Trx, viewer: Viewer, id: number) {
  return find(db, id, (article) => maySeeDraft(viewer, article));
}

/** @throws Failure not-found unless the article has a public text that the viewer may remove */
export async function requirePublicText(db: Db, viewer: Viewer, id: number) {
  const article = await queries.findWithDraft(db, id);
  if (!article || !isReadable(article) || !mayRemove(viewer, article) || article.removedAt !== null)
    throw new Failure('not-found', '还没有可以导出的正文', 'id');
}

async function find(db: Db | Trx, id: number, isSeen: (article: queries.WithDraft) => boolean) {
  const article = await queries.findWithDraft(db, id);
  if (!article || !isSeen(article)) throw new Failure('not-found', '文章不存在', 'id');
  if (article.removedAt !== null) throw new Failure('gone', '文章在回收站里，先恢复再改', 'id');
  return article;
}

/** @throws Failure not-allowed */
export async function requireWriter(db: Db, viewer: Viewer) {
  const { writing } = await readSettings(db);
  if (!mayWrite(viewer, writing)) throw new Failure('not-allowed', '暂无发布权限');
  return writing;
}

/** @throws Failure not-allowed for a page and a viewer who may not write pages */
export function requireWriterOf(viewer: Viewer, { kind }: { kind: ArticleKind }) {
  if (kind === 'page' && !mayWritePages(viewer)) throw new Failure('not-allowed', '页面由站长、管理员与编辑来写');
}

/**
 * Discards the changes since publication; the history keeps them.
 * @throws Failure stale; invalid-input for an article never published
 */
export function discardChanges(db: Db, viewer: Viewer, input: { id: number; version: number }) {
  return db.transaction().execute((trx) => discard(trx, viewer, input));
}

async function discard(trx: Trx, viewer: Viewer, { id, version: from }: { id: number; version: number }) {
  const raised = await raiseVersion(trx, id, from);
  const article = await findOwn(trx, viewer, id);
  if (!raised) throw new Failure('stale');
  if (!isReadable(article)) throw new Failure('invalid-input', '还没有发布过，没有可以恢复的版本', 'id');
  if (article.content !== null)
    await keepRevision(trx, {
      articleId: id,
      userId: viewer.id,
      reason: 'replaced',
      content: await contentOf(trx, article),
      keyName: article.keyName,
    });
  await deleteDraft(trx, id);
  return raised;
}

/** Unpublished articles and bytes per member. */
export const draftQuota = { articles: 500, bytes: 64 * 1024 * 1024 };

/**
 * Runs a write and checks the quota, after pruning old revisions. Whoever exceeded it before may still shrink.
 * @throws Failure too-large, which must roll back the transaction
 */
export async function withinQuota<Result>(trx: Trx, viewer: Viewer, write: () => Promise<Result>): Promise<Result> {
  if (isEditor(viewer)) return write();
  await lockMember(trx, viewer.id);
  const before = await sumDrafts(trx, viewer.id);
  const result = await write();
  const after = await sumDrafts(trx, viewer.id);
  if (after.unread > draftQuota.articles && after.unread > before.unread) throw tooMany();
  const over = after.bytes - draftQuota.bytes;
  if (over > 0 && after.bytes > before.bytes && over > (await freeRevisionSpace(trx, viewer.id, over)))
    throw tooLarge();
  return result;
}

const how = `请先发布或删去一些；删去的在回收站里还占着，${trashDays} 天后清空，急用请站长清空`;

function tooMany() {
  return new Failure('too-large', `没有发布的文章最多 ${draftQuota.articles} 篇，已经满了：${how}`);
}

function tooLarge() {
  return new Failure(
    'too-large',
    `草稿与历史最多占 ${readableSize(draftQuota.bytes)}，已经满了，这一次没有保存：${how}`,
  );
}

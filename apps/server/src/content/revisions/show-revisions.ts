import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Revision, RevisionInfo } from '@mojian/contract/content/revisions';
import { Failure } from '@mojian/contract/platform/failures';
import { isEditor } from '../../core/identity/roles.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { masked, withHash } from '../articles/article-password.ts';
import { storable } from '../drafts/content.ts';
import { findOwn, knownHash, requireWriter, withinQuota } from '../drafts/drafts.ts';
import { keepRevision, wasShown } from './keep-revisions.ts';
import * as queries from './revisions.queries.ts';

/**
 * Lists revisions, newest first: all for the author, and for editors while a submission is pending; else only public
 * ones.
 */
export async function listRevisions(db: Db, viewer: Viewer, articleId: number): Promise<Revision[]> {
  const mayRead = await requireReader(db, viewer, articleId);
  return (await queries.listRevisionRows(db, articleId)).filter(mayRead).map(present);
}

export async function showRevision(db: Db, viewer: Viewer, id: number): Promise<RevisionInfo> {
  const revision = await findRevision(db, viewer, id);
  const series = await queries.listSeriesOfArticle(db, revision.articleId);
  return { ...present(revision), content: masked(JSON.parse(revision.content)), series };
}

/** @throws Failure not-found, for others' revisions as well */
export async function findRevision(db: Db, viewer: Viewer, id: number) {
  const revision = await queries.selectRevision(db, id);
  if (!revision) throw notThere();
  const mayRead = await requireReader(db, viewer, revision.articleId).catch((error) => {
    throw error instanceof Failure && error.id === 'not-found' ? notThere() : error;
  });
  if (!mayRead(revision)) throw notThere();
  return revision;
}

type Keep = { id: number; content: ArticleContent };

/**
 * Stores the editor's text before another replaces it.
 * @throws Failure not-allowed for members who may not write; too-large beyond the quota
 */
export async function keepReplaced(db: Db, viewer: Viewer, { id: articleId, content }: Keep) {
  await requireWriter(db, viewer);
  const clean = await withHash(storable(content), await knownHash(db, viewer, articleId, content));
  await db.transaction().execute(async (trx) => {
    await findOwn(trx, viewer, articleId);
    const revision = { articleId, userId: viewer.id, reason: 'replaced', content: clean } as const;
    await withinQuota(trx, viewer, () => keepRevision(trx, revision));
  });
  return null;
}

async function requireReader(db: Db, viewer: Viewer, articleId: number): Promise<(revision: RevisionRow) => boolean> {
  if (isEditor(viewer)) {
    const wasTheirsAlone = (revision: RevisionRow) => revision.isPrivate === 1 && revision.authorId !== viewer.id;
    if (await queries.isWaiting(db, articleId)) return (revision) => !wasTheirsAlone(revision);
    if (await queries.isShownByAnother(db, articleId, viewer.id))
      return (revision) => wasShown(revision) && !wasTheirsAlone(revision);
  }
  await findOwn(db, viewer, articleId);
  return () => true;
}

type RevisionRow = { reason: queries.Reason; isPrivate: number; authorId: number };

type Row = Awaited<ReturnType<typeof queries.listRevisionRows>>[number];

function present({ id, reason, title, words, createdAt, userId, nickname, keyName }: Row): Revision {
  return { id, reason, title, words, author: { id: userId, nickname }, keyName, createdAt: isoTime(createdAt) };
}

function notThere() {
  return new Failure('not-found', '这一版不在了', 'id');
}

import {
  type ArticleState,
  articleStates,
  type Draft,
  type OwnArticle,
  type OwnArticleCounts,
} from '@mojian/contract/content/drafts';
import type { PageQuery } from '@mojian/contract/platform/fields';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { mayPublish, mayWrite, mayWritePages } from '../../core/identity/roles.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { shownCover } from '../article-covers/choose-cover.ts';
import { masked } from '../articles/article-password.ts';
import { contentOf } from './content.ts';
import { isOwn } from './drafts.policy.ts';
import type { WithDraft } from './drafts.queries.ts';
import * as queries from './drafts.queries.ts';
import { findSeen } from './drafts.ts';

const timeOrNull = (time: number | null) => (time === null ? null : isoTime(time));

/**
 * Shows the editor's content and the viewer's permissions; the staff reads submissions.
 * @throws Failure as `findOwn`
 */
export async function showDraft(db: Db, viewer: Viewer, id: number): Promise<Draft> {
  const article = await findSeen(db, viewer, id);
  const { version, state, authorId, nickname } = article;
  return {
    id,
    kind: article.kind,
    version,
    state,
    content: masked(await contentOf(db, article)),
    savedAt: isoTime(article.savedAt ?? article.updatedAt),
    keyName: article.keyName ?? '',
    changed: article.content !== null,
    submittedAt: timeOrNull(article.submittedAt),
    refusal: article.refusal ?? '',
    drawnCover: article.drawn === null ? null : shownCover({ ...article, coverNumber: null }),
    publishedAt: timeOrNull(article.publishedAt),
    removedAt: null,
    author: { id: authorId, nickname },
    may: await mayOf(db, viewer, article),
  };
}

async function mayOf(db: Db, viewer: Viewer, article: WithDraft) {
  if (!isOwn(viewer, article)) return { edit: false, publish: false, submit: false, withdraw: false };
  const { writing } = await readSettings(db);
  const edit = article.kind === 'page' ? mayWritePages(viewer) : mayWrite(viewer, writing);
  const withdraw = article.submittedAt !== null || article.state === 'scheduled' || article.state === 'published';
  return { edit, publish: edit && mayPublish(viewer, writing), submit: edit, withdraw };
}

type OwnQuery = PageQuery & { kind: ArticleKind; state?: ArticleState | 'trash' | undefined; keyword: string };

/** Lists the viewer's own articles, or pages, last changed first, with counts by state. */
export async function listOwn(db: Db, viewer: Viewer, { kind, state, keyword, ...page }: OwnQuery) {
  const filter = { authorId: viewer.id, kind, state, keyword };
  const rows = await queries.selectOwnDrafts(db, filter, sliceOf(page));
  const total = await queries.countOwnDrafts(db, filter);
  const records = await withPictures(db, rows.map(present), { authorId: viewer.id });
  return { data: inPages(records, total, page), extra: await countStates(db, viewer, kind) };
}

async function countStates(db: Db, viewer: Viewer, kind: ArticleKind): Promise<OwnArticleCounts> {
  const counts = Object.fromEntries(['all', 'trash', ...articleStates].map((name) => [name, 0])) as OwnArticleCounts;
  for (const { state, removed, count } of await queries.countOwnByState(db, viewer.id, kind)) {
    if (removed) counts.trash += count;
    else {
      counts[state] += count;
      counts.all += count;
    }
  }
  return counts;
}

function present({
  isChanged,
  savedAt,
  submittedAt,
  publishedAt,
  removedAt,
  refusal,
  keyName,
  drawn,
  pigment,
  ...row
}: queries.Row): OwnArticle {
  return {
    ...row,
    coverNumber: shownCover({ ...row, drawn, pigment }),
    changed: Boolean(isChanged),
    refusal: refusal ?? '',
    keyName: keyName ?? '',
    savedAt: isoTime(savedAt),
    submittedAt: timeOrNull(submittedAt),
    publishedAt: timeOrNull(publishedAt),
    removedAt: timeOrNull(removedAt),
  };
}

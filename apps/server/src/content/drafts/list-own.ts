import {
  type ArticleState,
  articleStates,
  type OwnArticle,
  type OwnArticleCounts,
} from '@mojian/contract/content/drafts';
import { coverNumber } from '@mojian/contract/core/cover-number';
import type { PageQuery } from '@mojian/contract/platform/fields';
import { withPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './list-own.queries.ts';

type Asked = PageQuery & { state?: ArticleState | 'trash' | undefined; keyword: string };

/** A page of the viewer's own articles, the last touched first, and how many there are of each state. */
export async function listOwn(db: Db, viewer: Viewer, { state, keyword, ...page }: Asked) {
  const filter = { authorId: viewer.id, state, keyword };
  const rows = await queries.listOwn(db, filter, sliceOf(page));
  const total = await queries.countOwn(db, filter);
  const records = await withPictures(db, rows.map(present), { authorId: viewer.id });
  return { data: inPages(records, total, page), extra: await countStates(db, viewer) };
}

async function countStates(db: Db, viewer: Viewer): Promise<OwnArticleCounts> {
  const counts = Object.fromEntries(['all', 'trash', ...articleStates].map((name) => [name, 0])) as OwnArticleCounts;
  for (const { state, removed, count } of await queries.countByState(db, viewer.id)) {
    if (removed) counts.trash += count;
    else {
      counts[state] += count;
      counts.all += count;
    }
  }
  return counts;
}

const timeOrNull = (time: number | null) => (time === null ? null : isoTime(time));

function present({
  isChanged,
  savedAt,
  submittedAt,
  publishedAt,
  removedAt,
  refusal,
  ...row
}: queries.Row): OwnArticle {
  return {
    ...row,
    coverNumber: coverNumber(row.title, row.coverNumber),
    changed: Boolean(isChanged),
    refusal: refusal ?? '',
    savedAt: isoTime(savedAt),
    submittedAt: timeOrNull(submittedAt),
    publishedAt: timeOrNull(publishedAt),
    removedAt: timeOrNull(removedAt),
  };
}

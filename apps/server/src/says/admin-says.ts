import type { adminSays, SayRow } from '@mojian/contract/admin/says';
import type { Input } from '@mojian/contract/endpoint';
import { recordingText } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import { each } from '../http/batch.ts';
import { isoTime } from '../http/iso-time.ts';
import { inPages, sliceOf } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import * as queries from './admin-says.queries.ts';
import { holdSay } from './hold-say.ts';
import { releaseSay } from './release-say.ts';
import { removeSay } from './remove-say.ts';
import { linkTo } from './say-link.ts';

type Query = Input<typeof adminSays.list>['query'];
type Body = Input<typeof adminSays.act>['body'];
type Row = Awaited<ReturnType<typeof queries.listSays>>[number];

/** All public says as the staff sees them. */
export async function listForOffice(db: Db, query: Query) {
  const [rows, total] = await Promise.all([queries.listSays(db, query, sliceOf(query)), queries.countSays(db, query)]);
  return inPages(rows.map(present), total, query);
}

/** Releases, hides or removes each of them, and writes down who did. */
export function actOnSays(db: Db, viewer: Viewer, { ids, act }: Body) {
  return each(ids, async (id) => {
    const record = await recordingText(db, viewer, { act: `says.${act}`, subject: `say:${id}` });
    if (act === 'release') return releaseSay(db, id, record);
    return act === 'hold' ? holdSay(db, id, record) : removeSay(db, viewer, id, record);
  });
}

function present({ authorId, nickname, avatar, pictures, reasons, reports, createdAt, ...row }: Row): SayRow {
  return {
    ...row,
    pictures: (JSON.parse(pictures) as { url: string }[]).map(({ url }) => url),
    author: { id: authorId, nickname, avatar },
    path: linkTo(row.id),
    reasons: JSON.parse(reasons),
    reports: Number(reports ?? 0),
    createdAt: isoTime(createdAt),
  };
}

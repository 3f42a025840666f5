import type { adminSays, SayRow } from '@mojian/contract/community/says-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { eachRecorded } from '../../core/audit/audit.ts';
import { presentWriting } from '../../core/moderation/present-writing.ts';
import { withProvenPictures } from '../../core/uploads/public-files.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
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
  const page = await findPage(query, {
    list: (slice) => queries.listSays(db, query, slice),
    count: () => queries.countSays(db, query),
    present,
  });
  return { ...page, records: await withProvenPictures(db, page.records, 'pictures') };
}

/** Releases, hides or removes each of them, and writes down who did. */
export function actOnSays(db: Db, viewer: Viewer, { ids, act }: Body) {
  return eachRecorded(db, viewer, { ids, act: `says.${act}`, kind: 'say' }, (id, record) => {
    if (act === 'release') return releaseSay(db, id, record);
    return act === 'hold' ? holdSay(db, id, record) : removeSay(db, viewer, id, record);
  });
}

function present({ authorId, pictures, ...row }: Row): SayRow {
  return {
    ...{ ...row, ...presentWriting(authorId, row) },
    pictures: (JSON.parse(pictures) as { url: string }[]).map(({ url }) => url),
    path: linkTo(row.id),
  };
}

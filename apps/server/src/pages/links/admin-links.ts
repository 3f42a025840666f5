import type { adminLinks, LinkRow } from '@mojian/contract/pages/links-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { type Recording, recording } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './admin-links.queries.ts';
import { linkApprovedLetter, linkRefusedLetter } from './letters.ts';
import { findLink } from './links.queries.ts';
import { approveLink, refuseLink } from './settle-link.ts';

type Site = { db: Db; siteUrl: string };
type Query = Input<typeof adminLinks.list>['query'];
type Body = Input<typeof adminLinks.act>['body'];
type Row = Awaited<ReturnType<typeof queries.listAll>>[number];

const hidden = '••••';

/** Friends and applicants, as the staff sees them. Whoever is only shown around reads no e-mail. */
export async function listForOffice(db: Db, viewer: Viewer, query: Query) {
  const [rows, total] = await Promise.all([queries.listAll(db, query, sliceOf(query)), queries.countAll(db, query)]);
  return inPages(
    rows.map((row) => present(row, viewer)),
    total,
    query,
  );
}

/** Approves, refuses or removes each of them, and writes down who did. */
export function actOnLinks(site: Site, viewer: Viewer, { ids, act, groupName, reason }: Body) {
  return each(ids, (id) => {
    const after = act === 'refuse' ? { reason } : { groupName };
    const record = recording(viewer, { act: `links.${act}`, subject: `link:${id}`, after });
    if (act === 'approve') return approveLink(site, id, groupName, record);
    if (act === 'refuse') return refuseLink(site, id, reason, record);
    return remove(site.db, viewer, id);
  });
}

/**
 * The letter that goes out with a decision.
 * @throws Failure not-found.
 */
export async function showLetter(
  site: Site,
  viewer: Viewer,
  { id, act, reason }: Input<typeof adminLinks.letter>['query'],
) {
  const link = await findLink(site.db, id);
  if (!link) throw new Failure('not-found', '友链不存在', 'id');
  const letter =
    act === 'approve' ? linkApprovedLetter(link, site.siteUrl) : linkRefusedLetter(link, reason, site.siteUrl);
  return { to: emailFor(viewer, link.email), subject: letter.subject, lines: letter.lines };
}

async function remove(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    const before = await queries.remove(trx, id);
    if (!before) throw new Failure('not-found', '友链不存在', 'id');
    const record: Recording = recording(viewer, { act: 'links.remove', subject: `link:${id}`, before });
    await enqueue(trx, 'drop-pages', { tags: ['links'] });
    await record(trx);
  });
}

function present({ intro, reachable, checkedAt, createdAt, email, ...row }: Row, viewer: Viewer): LinkRow {
  return {
    ...row,
    info: intro,
    email: emailFor(viewer, email),
    reachable: reachable === 1,
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
    createdAt: isoTime(createdAt),
  };
}

function emailFor({ role }: Viewer, email: string) {
  return role === 'demo' && email !== '' ? hidden : email;
}

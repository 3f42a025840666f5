import type { adminLinks, LinkFields, LinkRow } from '@mojian/contract/pages/links';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { type Recording, recordAct, recording } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { each, isSameIds } from '../../platform/http/batch.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { concealed, isDemo, type Viewer } from '../../platform/http/viewer.ts';
import { addTry } from '../../platform/limits/limits.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { namesPublicHost } from '../../platform/outgoing/outgoing.ts';
import { keepLinkPictureEffect } from './link-checks.ts';
import { insertLink } from './link-rows.ts';
import * as queries from './links.queries.ts';
import { findLink, listApplied } from './links.queries.ts';
import { approveLink, hostKey, linkApprovedMail, linkKey, linkRefusedMail, refuseLink } from './links.ts';

type Site = { db: Db; siteUrl: string };
type Query = Input<typeof adminLinks.list>['query'];
type Body = Input<typeof adminLinks.act>['body'];
type Row = Awaited<ReturnType<typeof queries.listAll>>[number];

const hidden = '••••';

/** Hides e-mail addresses from the demo account. */
export async function listAdminLinks(db: Db, viewer: Viewer, query: Query) {
  const [rows, total] = await Promise.all([queries.listAll(db, query, sliceOf(query)), queries.countAll(db, query)]);
  return inPages(
    rows.map((row) => present(row, viewer)),
    total,
    query,
  );
}

/** Applies and records an act for each link. */
export function actOnLinks(site: Site, viewer: Viewer, { ids, act, groupName, reason }: Body) {
  return each(ids, (id) => {
    const after = act === 'refuse' ? { reason } : { groupName };
    const record = recording(viewer, { act: `links.${act}`, subject: `link:${id}`, after });
    if (act === 'approve') return approveLink(site, id, groupName, record);
    if (act === 'refuse') return refuseLink(site, id, reason, record);
    return remove(site.db, viewer, id);
  });
}

/** Preview of the mail about a decision. @throws Failure not-found */
export async function previewMail(
  site: Site,
  viewer: Viewer,
  { id, act, reason }: Input<typeof adminLinks.letter>['query'],
) {
  const link = await findLink(site.db, id);
  if (!link) throw new Failure('not-found', '友链不存在', 'id');
  const mail = act === 'approve' ? linkApprovedMail(link, site.siteUrl) : linkRefusedMail(link, reason, site.siteUrl);
  const lines = isDemo(viewer) && link.state !== 'approved' ? [concealed] : mail.lines;
  return { to: emailFor(viewer, link.email), subject: mail.subject, lines };
}

async function remove(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    const before = await queries.remove(trx, id);
    if (!before) throw new Failure('not-found', '友链不存在', 'id');
    const record: Recording = recording(viewer, { act: 'links.remove', subject: `link:${id}`, before });
    await enqueue(trx, 'drop-pages', { tags: ['links', 'neighbours'] });
    await record(trx);
  });
}

function present(
  { intro, reachable, checkedAt, createdAt, email, readsFeed, foundFeed, readAt, failure, ...row }: Row,
  viewer: Viewer,
): LinkRow {
  return {
    ...row,
    readsFeed: readsFeed === 1,
    feed:
      foundFeed === null
        ? null
        : { url: foundFeed, readAt: readAt === null ? null : isoTime(readAt), failure: failure ?? '' },
    ...(isDemo(viewer) && row.state !== 'approved' && { name: concealed, url: '', avatar: '', reason: '' }),
    info: isDemo(viewer) && row.state !== 'approved' ? concealed : intro,
    email: emailFor(viewer, email),
    reachable: reachable === 1,
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
    createdAt: isoTime(createdAt),
  };
}

function emailFor({ role }: Viewer, email: string) {
  return role === 'demo' && email !== '' ? hidden : email;
}

type EditDeps = { db: Db; siteUrl: string };

/**
 * Adds a link without an application.
 * @throws Failure taken for a site listed or pending; invalid-input for one that cannot be linked
 */
export function addLink({ db, siteUrl }: EditDeps, viewer: Viewer, fields: LinkFields) {
  requirePublic(fields, siteUrl);
  return db.transaction().execute(async (trx) => {
    await requireFree(trx, fields.url);
    const position = (await queries.lastLinkPosition(trx)) + 1;
    const id = await insertLink(trx, { ...rowOf(fields), state: 'approved', position, createdAt: Date.now() });
    await show(trx, id, fields.avatar);
    await recordAct(trx, viewer, { act: 'links.add', subject: `link:${id}`, after: rowOf(fields) });
    return { id };
  });
}

type AuditFields = Record<'name' | 'url' | 'intro' | 'avatar' | 'groupName' | 'email' | 'feedUrl', string> & {
  readsFeed: number;
};
type Change = LinkFields & { id: number; version: number };

/** @throws Failure as `addLink`; not-found; stale at another version */
export async function changeLink({ db, siteUrl }: EditDeps, viewer: Viewer, { id, version, ...fields }: Change) {
  requirePublic(fields, siteUrl);
  await db.transaction().execute(async (trx) => {
    const before = await findLink(trx, id);
    if (!before) throw new Failure('not-found', '友链不存在', 'id');
    await requireFree(trx, fields.url, id);
    if (!(await queries.update(trx, id, version, rowOf(fields)))) throw new Failure('stale');
    await show(trx, id, fields.avatar === before.avatar ? '' : fields.avatar);
    const changes = { before: auditFields(before), after: auditFields(rowOf(fields)) };
    await recordAct(trx, viewer, { act: 'links.change', subject: `link:${id}`, ...changes });
  });
}

function rowOf({ info, readsFeed, ...fields }: LinkFields) {
  return { ...fields, intro: info, readsFeed: Number(readsFeed) };
}

/** Fields recorded in the audit log. */
function auditFields({ name, url, intro, avatar, groupName, email, feedUrl, readsFeed }: AuditFields) {
  return { name, url, intro, avatar, groupName, email, feedUrl, readsFeed: readsFeed === 1 };
}

function requirePublic({ url, avatar, feedUrl }: LinkFields, siteUrl: string) {
  const hint = '这个地址别人打不开，请换成公网上的';
  if (!namesPublicHost(url)) throw new Failure('invalid-input', hint, 'url');
  if (isWebAddress(avatar) && !namesPublicHost(avatar)) throw new Failure('invalid-input', hint, 'avatar');
  if (feedUrl && !namesPublicHost(feedUrl)) throw new Failure('invalid-input', hint, 'feedUrl');
  if (hostKey(url) === hostKey(siteUrl)) throw new Failure('invalid-input', '这是本站自己的地址', 'url');
}

/** Refuses a site listed or pending. Counting a try locks its row, so that concurrent applications wait. */
async function requireFree(trx: Trx, url: string, except = 0) {
  const key = linkKey(url);
  await addTry(trx, `link ${key}`, 60);
  const others = (await listApplied(trx)).filter(({ id, state }) => id !== except && state !== 'refused');
  if (others.some((other) => isWebAddress(other.url) && linkKey(other.url) === key))
    throw new Failure('taken', '已经有这个网址的友链了', 'url');
}

/** Queues a local copy of a new avatar. */
async function show(trx: Trx, id: number, avatar: string) {
  if (isWebAddress(avatar)) await enqueue(trx, keepLinkPictureEffect, { id });
  await enqueue(trx, 'drop-pages', { tags: ['links', 'neighbours'] });
}

type Groups = Input<typeof adminLinks.arrange>['body']['groups'];

export async function showOrder(db: Db) {
  const groups = Map.groupBy(await queries.listOrder(db), ({ groupName }) => groupName);
  return Array.from(groups, ([name, links]) => ({ name, links: links.map(({ id, name }) => ({ id, name })) }));
}

/**
 * Orders and names groups with their links.
 * @throws Failure stale when they are not exactly the links there are
 */
export async function arrangeLinks(db: Db, viewer: Viewer, groups: Groups) {
  await db.transaction().execute(async (trx) => {
    const before = await queries.listOrder(trx);
    const known = before.map(({ id }) => id);
    const listed = groups.flatMap(({ ids }) => ids);
    if (!isSameIds(known, listed)) throw new Failure('stale', '别处加了或删了友链，请刷新后再排');
    let position = 0;
    for (const { name, ids } of groups)
      for (const id of ids) await queries.place(trx, id, { groupName: name, position: position++ });
    await enqueue(trx, 'drop-pages', { tags: ['links', 'neighbours'] });
    await recordAct(trx, viewer, {
      act: 'links.arrange',
      before: namesIn(before),
      after: namesIn(await queries.listOrder(trx)),
    });
  });
}

/** Names by group, in order. */
function namesIn(links: { groupName: string; name: string }[]) {
  const groups = Map.groupBy(links, ({ groupName }) => groupName);
  return Object.fromEntries(Array.from(groups, ([name, inGroup]) => [name, inGroup.map((link) => link.name)]));
}

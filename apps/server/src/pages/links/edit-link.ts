import type { LinkFields } from '@mojian/contract/pages/links-admin';
import { Failure } from '@mojian/contract/platform/failures';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { addTry } from '../../platform/limits/limits.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { namesPublicHost } from '../../platform/outgoing/outgoing.ts';
import * as queries from './admin-links.queries.ts';
import { keepLinkPictureEffect } from './keep-link-picture.ts';
import { hostKey, linkKey } from './link-key.ts';
import { findLink, listApplied } from './links.queries.ts';

type Site = { db: Db; siteUrl: string };

/**
 * Takes a friend in without an application.
 * @throws Failure taken for a site that is a friend or waits already, invalid-input for one that cannot become one.
 */
export function addLink({ db, siteUrl }: Site, viewer: Viewer, fields: LinkFields) {
  requirePublic(fields, siteUrl);
  return db.transaction().execute(async (trx) => {
    await requireFree(trx, fields.url);
    const position = (await queries.lastPosition(trx)) + 1;
    const id = await queries.insert(trx, { ...rowOf(fields), state: 'approved', position, createdAt: Date.now() });
    await show(trx, id, fields.avatar);
    await recordAct(trx, viewer, { act: 'links.add', subject: `link:${id}`, after: rowOf(fields) });
    return { id };
  });
}

type Told = Record<'name' | 'url' | 'intro' | 'avatar' | 'groupName' | 'email', string>;
type Change = LinkFields & { id: number; version: number };

/**
 * Changes what is told of a friend.
 * @throws Failure as addLink; not-found; stale when somebody else changed it meanwhile.
 */
export async function changeLink({ db, siteUrl }: Site, viewer: Viewer, { id, version, ...fields }: Change) {
  requirePublic(fields, siteUrl);
  await db.transaction().execute(async (trx) => {
    const before = await findLink(trx, id);
    if (!before) throw new Failure('not-found', '友链不存在', 'id');
    await requireFree(trx, fields.url, id);
    if (!(await queries.update(trx, id, version, rowOf(fields)))) throw new Failure('stale');
    await show(trx, id, fields.avatar === before.avatar ? '' : fields.avatar);
    const told = { before: toldOf(before), after: toldOf(rowOf(fields)) };
    await recordAct(trx, viewer, { act: 'links.change', subject: `link:${id}`, ...told });
  });
}

function rowOf({ info, ...fields }: LinkFields) {
  return { ...fields, intro: info };
}

/** What of a link is written down. */
function toldOf({ name, url, intro, avatar, groupName, email }: Told) {
  return { name, url, intro, avatar, groupName, email };
}

function requirePublic({ url, avatar }: LinkFields, siteUrl: string) {
  const hint = '这个地址别人打不开，请换成公网上的';
  if (!namesPublicHost(url)) throw new Failure('invalid-input', hint, 'url');
  if (isWebAddress(avatar) && !namesPublicHost(avatar)) throw new Failure('invalid-input', hint, 'avatar');
  if (hostKey(url) === hostKey(siteUrl)) throw new Failure('invalid-input', '这是本站自己的地址', 'url');
}

/** No other friend or applicant has this site. The try's row is the lock that applications take too. */
async function requireFree(trx: Trx, url: string, except = 0) {
  const key = linkKey(url);
  await addTry(trx, `link ${key}`, 60);
  const others = (await listApplied(trx)).filter(({ id, state }) => id !== except && state !== 'refused');
  if (others.some((other) => isWebAddress(other.url) && linkKey(other.url) === key))
    throw new Failure('taken', '已经有这个网址的友链了', 'url');
}

/** `avatar`: a new one, of which a copy is kept. */
async function show(trx: Trx, id: number, avatar: string) {
  if (isWebAddress(avatar)) await enqueue(trx, keepLinkPictureEffect, { id });
  await enqueue(trx, 'drop-pages', { tags: ['links'] });
}

import type { FriendLinks, LinkApplication } from '@mojian/contract/pages/links';
import { Failure } from '@mojian/contract/platform/failures';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { isBlank } from '@mojian/contract/platform/rules';
import { cleanText } from '@mojian/markdown/text';
import { raiseAlert } from '../../core/alerts/raise-alert.ts';
import type { Recording } from '../../core/audit/audit.ts';
import { notifyOwners } from '../../core/notices/notify-many.ts';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { addTry } from '../../platform/limits/limits.ts';
import { enqueueMail, type Mail } from '../../platform/mail/mails.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { namesPublicHost } from '../../platform/outgoing/outgoing.ts';
import { keepLinkPictureEffect } from './link-checks.ts';
import { insertLink } from './link-rows.ts';
import * as queries from './links.queries.ts';

export async function showLinks(db: Db, siteUrl: string): Promise<FriendLinks> {
  const [rows, settings] = await Promise.all([queries.selectLinks(db), readSettings(db)]);
  const newest = featuresOn(settings).includes('neighbours') ? await newestById(db) : new Map();
  const links = rows.filter(({ url }) => isWebAddress(url));
  const groups = Map.groupBy(links, ({ groupName }) => groupName);
  return {
    count: links.length,
    groups: Array.from(groups, ([name, own]) => ({
      name,
      links: own.map(({ intro, reachable, checkedAt, ...link }) => ({
        ...link,
        info: intro,
        reachable: reachable === 1,
        checked: checkedAt !== null,
        newest: newest.get(link.id) ?? null,
      })),
    })),
    own: ownCard(settings, siteUrl),
  };
}

/** Newest article with a date by link. */
async function newestById(db: Db) {
  const rows = await queries.listNewestArticles(db);
  return new Map(
    rows.map(({ linkId, publishedAt, ...article }) => [linkId, { ...article, publishedAt: isoTime(publishedAt) }]),
  );
}

function ownCard({ identity, author }: Settings, siteUrl: string) {
  const picture = author.avatar || identity.logo;
  return {
    name: identity.name,
    url: siteUrl,
    info: identity.tagline,
    avatar: picture && (URL.parse(picture, siteUrl)?.href ?? ''),
  };
}

/**
 * Stores an application and notifies the owner.
 * @throws Failure taken for a site listed or pending; invalid-input for one that cannot be linked
 */
export async function applyForLink({ db, siteUrl }: { db: Db; siteUrl: string }, application: LinkApplication) {
  const { url, avatar, email } = application;
  requirePublic(url, 'url');
  if (avatar) requirePublic(avatar, 'avatar');
  if (hostKey(url) === hostKey(siteUrl)) throw new Failure('invalid-input', '这是本站自己的地址', 'url');
  const line = (text: string) => cleanText(text).replaceAll(/\s+/g, ' ');
  const link = { name: line(application.name), intro: line(application.info), url, avatar, email };
  await db.transaction().execute((trx) => storeApplication(trx, link));
}

function requirePublic(url: string, field: string) {
  if (!namesPublicHost(url)) throw new Failure('invalid-input', '这个地址别人打不开，请换成公网上的', field);
}

type StoredLink = { name: string; intro: string; url: string; avatar: string; email: string };

async function storeApplication(trx: Trx, link: StoredLink) {
  const key = linkKey(link.url);
  // Locks until the commit, so that the second of two concurrent applications sees the first.
  await addTry(trx, `link ${key}`, 60);
  const known = (await queries.listApplied(trx)).filter(({ url }) => isWebAddress(url) && linkKey(url) === key);
  if (known.some(({ state }) => state !== 'refused')) throw new Failure('taken', '友链已存在，如需修改请留言!', 'url');
  // Refused sites may apply again.
  await queries.deleteLinks(
    trx,
    known.map(({ id }) => id),
  );

  const id = await insertLink(trx, { ...link, groupName: '', state: 'pending', createdAt: Date.now() });
  await notifyOwners(trx, {
    actorId: null,
    subject: `link:${id}`,
    title: link.name,
    text: `「${link.name}」来申请友链：${link.url}\n${link.intro}`,
    link: '',
  });
  await raiseAlert(trx, { event: 'links', title: '友链申请', text: `${link.name}，${link.url}`, link: '/admin/links' });
}

type Site = { db: Db; siteUrl: string };

/**
 * Approves a link and mails the applicant.
 * @throws Failure not-found; already-done unless pending
 */
export async function approveLink({ db, siteUrl }: Site, id: number, groupName = '', record?: Recording) {
  await db.transaction().execute(async (trx) => {
    const link = await decide(trx, id, { state: 'approved', groupName });
    await mailApplicant(trx, link.email, linkApprovedMail(link, siteUrl));
    await enqueue(trx, keepLinkPictureEffect, { id });
    await enqueue(trx, 'drop-pages', { tags: ['links'] });
    await record?.(trx);
  });
}

/**
 * Refuses a link and mails the reason.
 * @throws Failure as `approveLink`; invalid-input without a reason
 */
export async function refuseLink({ db, siteUrl }: Site, id: number, reason: string, record?: Recording) {
  if (isBlank(reason)) throw new Failure('invalid-input', '请写下原因', 'reason');
  await db.transaction().execute(async (trx) => {
    const link = await decide(trx, id, { state: 'refused', reason: reason.trim() });
    await mailApplicant(trx, link.email, linkRefusedMail(link, reason.trim(), siteUrl));
    await record?.(trx);
  });
}

async function decide(trx: Trx, id: number, decision: Parameters<typeof queries.decideLink>[2]) {
  const link = await queries.decideLink(trx, id, decision);
  if (link) return link;
  throw (await queries.findLink(trx, id))
    ? new Failure('already-done', '这份申请已经处理过了')
    : new Failure('not-found', '友链不存在');
}

/** Mails an applicant; the oldest links have no address. */
async function mailApplicant(trx: Trx, to: string, mail: Omit<Mail, 'to'>) {
  if (to) await enqueueMail(trx, { to, ...mail });
}

type Link = { name: string };

export function linkApprovedMail({ name }: Link, siteUrl: string): Omit<Mail, 'to'> {
  return {
    subject: '友链申请通过了',
    lines: [`「${name}」已经写进本站的友链，谢谢来做邻居。`, '站名、地址或头像有变化时，到留言板说一声就好。'],
    button: { words: '去看看', url: `${siteUrl}/links` },
  };
}

export function linkRefusedMail({ name }: Link, reason: string, siteUrl: string): Omit<Mail, 'to'> {
  return {
    subject: '友链申请没有通过',
    lines: [`「${name}」的友链申请这次没有通过。`, `原因：${reason}`, '改好之后，欢迎再来申请。'],
    button: { words: '再申请一次', url: `${siteUrl}/links#apply` },
  };
}

/** Ignores scheme, www, case, trailing slash and fragment. */
export function linkKey(url: string) {
  const { pathname, search } = new URL(url);
  return `${hostKey(url)}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`.toLowerCase();
}

export function hostKey(url: string) {
  const { hostname, port } = new URL(url);
  return hostname.replace(/\.$/, '').replace(/^www\./, '') + (port && `:${port}`);
}

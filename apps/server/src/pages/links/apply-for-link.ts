import type { LinkApplication } from '@mojian/contract/pages/links';
import { Failure } from '@mojian/contract/platform/failures';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { cleanText } from '@mojian/markdown/clean';
import { notifyOwners } from '../../core/notices/notify-many.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { addTry } from '../../platform/limits/limits.ts';
import { namesPublicHost } from '../../platform/outgoing/outgoing.ts';
import { hostKey, linkKey } from './link-key.ts';
import * as queries from './links.queries.ts';

/**
 * Keeps an application until the owner decides, and tells them of it. Nobody else sees it.
 * @throws Failure taken for a site that is a friend or waits already, invalid-input for one that cannot become one.
 */
export async function applyForLink({ db, siteUrl }: { db: Db; siteUrl: string }, application: LinkApplication) {
  const { url, avatar, email } = application;
  requirePublic(url, 'url');
  if (avatar) requirePublic(avatar, 'avatar');
  if (hostKey(url) === hostKey(siteUrl)) throw new Failure('invalid-input', '这是本站自己的地址', 'url');
  const line = (text: string) => cleanText(text).replaceAll(/\s+/g, ' ');
  const link = { name: line(application.name), intro: line(application.info), url, avatar, email };
  await db.transaction().execute((trx) => keep(trx, link));
}

function requirePublic(url: string, field: string) {
  if (!namesPublicHost(url)) throw new Failure('invalid-input', '这个地址别人打不开，请换成公网上的', field);
}

type Kept = { name: string; intro: string; url: string; avatar: string; email: string };

async function keep(trx: Trx, link: Kept) {
  const key = linkKey(link.url);
  // the row stays locked until the commit, so that of two applications at once the second sees the first
  await addTry(trx, `link ${key}`, 60);
  const known = (await queries.listApplied(trx)).filter(({ url }) => isWebAddress(url) && linkKey(url) === key);
  if (known.some(({ state }) => state !== 'refused')) throw new Failure('taken', '友链已存在，如需修改请留言!', 'url');
  // who was refused may come again
  await queries.deleteLinks(
    trx,
    known.map(({ id }) => id),
  );

  const id = await queries.insertLink(trx, { ...link, groupName: '', state: 'pending', createdAt: Date.now() });
  await notifyOwners(trx, {
    actorId: null,
    subject: `link:${id}`,
    title: link.name,
    text: `「${link.name}」来申请友链：${link.url}\n${link.intro}`,
    link: '',
  });
}

import { kindWords } from '@mojian/contract/operations/import-words';
import { isBlank, longestName } from '@mojian/contract/platform/rules';
import { movedKey } from '@mojian/foreign-files/address-key';
import { cutsOf } from '@mojian/importers/cuts';
import type {
  SourceCategory,
  SourceLink,
  SourceMessage,
  SourcePerson,
  SourceRedirect,
  SourceSay,
} from '@mojian/importers/form';
import type { OwnMessage, OwnSay, SourceNavigation, SourceSeries, SourceSticker } from '@mojian/importers/form-own';
import { boardMessages } from '../../community/board/board.table.ts';
import { insertForeignMessage } from '../../community/board/board.ts';
import { addToSay } from '../../community/says/say-rows.ts';
import { renderSay, writeSay } from '../../community/says/write-say.ts';
import { isStored, type Remembered, rememberMoved } from '../../content/slugs/moved.ts';
import { introduceGuest } from '../../core/identity/user-rows.ts';
import { insertLink } from '../../pages/links/link-rows.ts';
import { links } from '../../pages/links/links.table.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { storable } from '../content-export/readable-row.ts';
import { type Context, cleanImported, isForeign, itemTitle, type Outcome, resolveUser } from './context.ts';
import { findImportedRow, itemHash, putImportedRow, type RowKind } from './ledger.ts';
import { findSayPictures, reportPicture, storeFound } from './pictures.ts';
import { markOf } from './undo-own.ts';
import { ownAuthorOf, storeCategory, storeNavigation, storeOwnPerson, storeSeries, storeSticker } from './write-own.ts';

export type OtherItem =
  | SourceMessage
  | SourceSay
  | SourceLink
  | SourcePerson
  | SourceRedirect
  | SourceCategory
  | SourceSeries
  | SourceNavigation
  | SourceSticker;

/** Stores a thing that is neither article nor comment, once. */
export async function importOther(context: Context, item: OtherItem): Promise<Outcome> {
  const { db, origin, runId } = context;
  const key = item.kind === 'redirect' ? item.from : item.key;
  const kind: RowKind = item.kind;
  const hash = itemHash(item);
  const title = itemTitle(item) || key;
  const report = (reason: string) => context.reportLoss({ thing: kindWords[item.kind], place: title, reason });
  const known = await findImportedRow(db, { origin, kind, key });
  if (known?.hash === hash) return 'unchanged';
  const write = known ? changedAtSource : await prepare(context, item);
  for (const reason of typeof write === 'string' ? [write] : cutsOf(item)) report(reason);
  await context.saveLosses();
  if (typeof write === 'string') return known ? 'skipped' : 'failed';
  const stored = await db.transaction().execute(async (trx) => {
    const rowId = await write(trx);
    if (typeof rowId === 'number') {
      const mark = await markOfItem(trx, item, { rowId, key });
      await putImportedRow(trx, { origin, kind, key, rowId, hash, mark, runId, title });
    }
    return rowId;
  });
  if (stored === null) return 'unchanged';
  if (typeof stored === 'number') return 'added';
  report(stored);
  return 'skipped';
}

/** Marks what is removed by an undo only if nobody changed it; '' for what has its own way to tell. */
async function markOfItem(trx: Trx, item: OtherItem, row: { rowId: number; key: string }) {
  switch (item.kind) {
    case 'category':
    case 'series':
    case 'navigation':
    case 'sticker':
    case 'say':
      return (await markOf(trx, { ...row, kind: item.kind })) ?? '';
    case 'person': // a guest goes when nothing of theirs is left
      return (item.own && !item.own.isGuest && (await markOf(trx, { ...row, kind: 'person' }))) || '';
    case 'redirect':
      return (item.source && (await markOf(trx, { ...row, kind: 'redirect' }))) || '';
    default:
      return '';
  }
}

export const changedAtSource = '以前收过，在原来的站里又改了，没有动这里的';

/** Tells why a thing of another system would not be stored, without writing. */
export async function whyNot(
  { db }: Context,
  item: OtherItem,
): Promise<{ outcome: Outcome; reason: string } | undefined> {
  if (item.kind === 'link' && item.createdAt === undefined) {
    const address = URL.parse(item.url);
    if (!address || !/^https?:$/.test(address.protocol)) return { outcome: 'failed', reason: badAddress };
    const known = db.selectFrom('links').select('id').where('url', '=', address.href).executeTakeFirst();
    return (await known) && { outcome: 'skipped', reason: knownLink };
  }
  const isEmptySay = item.kind === 'say' && !item.own && item.pictures.length === 0;
  const isWordless = (isEmptySay || (item.kind === 'message' && !item.own)) && isBlank(cleanImported(item.text));
  return isWordless ? { outcome: 'failed', reason: '没有文字' } : undefined;
}

const badAddress = '网址有误';
const knownLink = '站里已经有这个网址';

/** Returns the id of the row, why there is none, or null when just this is here without an import. */
type Write = (trx: Trx) => Promise<number | string | null>;

/** Does all that must not happen in a transaction; a text says why the item cannot come. */
async function prepare(context: Context, item: OtherItem): Promise<Write | string> {
  switch (item.kind) {
    case 'message':
      return prepareMessage(context, item);
    case 'say':
      return prepareSay(context, item);
    case 'link':
      return prepareLink(item);
    case 'person': {
      const { own } = item;
      return (trx) => (own ? storeOwnPerson(trx, item, own) : storePerson(trx, context, item));
    }
    case 'category':
      return (trx) => storeCategory(trx, item);
    case 'series':
      return (trx) => storeSeries(trx, context, item);
    case 'navigation':
      return (trx) => storeNavigation(trx, item);
    case 'sticker':
      return (trx) => storeSticker(trx, item);
    case 'redirect':
      return (trx) => storeRedirect(trx, context, item);
  }
}

/** Leaves a message of this program's export that is here already. */
function prepareOwnMessage(context: Context, item: SourceMessage, own: OwnMessage): Write {
  const { text, state } = item;
  const nickname = item.author.name;
  const createdAt = item.createdAt ?? Date.now();
  return async (trx) => {
    const same = trx.selectFrom('boardMessages').select('id').where('nickname', '=', nickname).where('text', '=', text);
    if (await same.where('createdAt', '=', createdAt).executeTakeFirst()) return null;
    const authorId = own.author && (await ownAuthorOf(trx, context, own.author));
    return insertForeignMessage(trx, { ...storable(boardMessages, own), authorId, nickname, text, state, createdAt });
  };
}

function prepareMessage(context: Context, item: SourceMessage): Write | string {
  if (item.own) return prepareOwnMessage(context, item, item.own);
  const { author, text, createdAt, state } = item;
  const words = cleanImported(text).replaceAll(/\s+/g, ' ').slice(0, 2000);
  if (isBlank(words)) return '没有文字';
  const at = createdAt ?? Date.now();
  return async (trx) =>
    insertForeignMessage(trx, {
      authorId: await resolveUser(trx, context, author, at),
      nickname: author.name,
      place: '',
      text: words,
      state,
      reasons: JSON.stringify(state === 'held' ? ['原站还没有审核'] : []),
      createdAt: at,
    });
}

/** A say of an export of this program; one that is here already is found again for its comments. */
async function prepareOwnSay(context: Context, item: SourceSay, own: OwnSay): Promise<Write> {
  const { text, isPublic } = item;
  const createdAt = item.createdAt ?? Date.now();
  const rendered = await renderSay(text, context.siteUrl);
  return async (trx) => {
    const authorId = await ownAuthorOf(trx, context, own.member);
    const same = trx.selectFrom('says').select('id').where('authorId', '=', authorId).where('text', '=', text);
    const known = await same.where('createdAt', '=', createdAt).executeTakeFirst();
    if (known) context.rowsWithoutImport.set(`say ${item.key}`, known.id);
    if (known) return null;
    return writeSay(trx, { ...own, authorId, text, isPublic, createdAt }, rendered);
  };
}

async function prepareSay(context: Context, item: SourceSay): Promise<Write | string> {
  if (item.own) return prepareOwnSay(context, item, item.own);
  const text = cleanImported(item.text).slice(0, 20_000);
  const { pictures, links } = await storeSayPictures(context, item);
  const words = [text, ...links].filter(Boolean).join('\n\n');
  if (isBlank(words) && pictures.length === 0) return '没有文字';
  const rendered = await renderSay(words, context.siteUrl);
  const createdAt = item.createdAt ?? Date.now();
  // nobody could open the private say of a guest
  const author = item.author && (item.isPublic || !isForeign(context, item.author)) ? item.author : null;
  return async (trx) => {
    const authorId = author ? await resolveUser(trx, context, author, createdAt) : context.userId;
    const id = await writeSay(trx, { authorId, text: words, pictures, isPublic: item.isPublic, createdAt }, rendered);
    if (item.likes > 0) await addToSay(trx, id, 'likes', item.likes);
    return id;
  };
}

/** Pictures inside the source are stored, those of other hosts become links at the end of the text. */
async function storeSayPictures(context: Context, item: SourceSay) {
  const pictures: { url: string; width: number; height: number }[] = [];
  const links: string[] = [];
  for (const { address, found } of await findSayPictures(context, item)) {
    if ('remote' in found) links.push(`[图片](${found.remote})`);
    else {
      const stored = await storeFound(context, found);
      if ('url' in stored) pictures.push(stored);
      else reportPicture(context, address, stored.lost);
    }
  }
  return { pictures, links };
}

function prepareLink(link: SourceLink): Write | string {
  const address = URL.parse(link.url);
  if (!address || !/^https?:$/.test(address.protocol)) return badAddress;
  const isOwn = link.createdAt !== undefined;
  const row = isOwn ? ownLink(link) : fitLink(link, address);
  return async (trx) => {
    const known = await trx.selectFrom('links').select('id').where('url', '=', row.url).executeTakeFirst();
    if (known) return isOwn ? null : knownLink;
    return insertLink(trx, row);
  };
}

function ownLink(link: SourceLink) {
  return { ...storable(links, link), groupName: link.group, createdAt: link.createdAt ?? Date.now() };
}

function fitLink({ group, name, intro, avatar }: SourceLink, address: URL) {
  return {
    groupName: group.trim().slice(0, longestName) || '友链',
    name: name.trim().slice(0, 60) || address.hostname,
    url: address.href,
    intro: intro.trim().slice(0, 200),
    avatar: /^https?:\/\//.test(avatar) ? avatar : '',
    createdAt: Date.now(),
  };
}

async function storePerson(trx: Trx, context: Context, person: SourcePerson) {
  const id = await resolveUser(trx, context, person, person.createdAt ?? Date.now());
  const { intro, addresses = [] } = person;
  for (const address of addresses) await rememberMoved(trx, address, `/user/${id}`, 'import');
  if (intro) await introduceGuest(trx, id, intro.slice(0, 200));
  return id;
}

/** Leads to what the target has become here, else to its path. */
async function storeRedirect(trx: Trx, context: Context, { from, to, source }: SourceRedirect) {
  const { sourceUrl } = context;
  if (source) return storeOwnRedirect(trx, context, { from, to, source });
  const target = URL.parse(to, 'http://site');
  if (!target) return '网址有误';
  const isOwn = target.host === 'site' || (sourceUrl !== '' && target.host === URL.parse(sourceUrl)?.host);
  const result = await rememberMoved(trx, from, isOwn ? `${target.pathname}${target.search}` : target.href, 'import');
  return isStored(result) ? 0 : (whyNotMoved[result] ?? '没有收');
}

type OwnRedirect = Required<Pick<SourceRedirect, 'from' | 'to'>> & { source: 'renamed' | 'import' | 'manual' };

/** Keeps an address that is in use here. Leads to the number that the article has here. */
async function storeOwnRedirect(trx: Trx, { origin }: Context, { from, to, source }: OwnRedirect) {
  const known = trx
    .selectFrom('movedPaths')
    .select('id')
    .where('path', '=', movedKey(from))
    .where('removedAt', 'is', null);
  if (await known.executeTakeFirst()) return null;
  const key = /^\/(?:article|page)\/(\d+)$/.exec(to)?.[1];
  const row = key === undefined ? undefined : await findImportedRow(trx, { origin, kind: 'article', key });
  const result = await rememberMoved(trx, from, row ? `/article/${row.rowId}` : to, source);
  return isStored(result) ? 0 : (whyNotMoved[result] ?? '没有收');
}

const whyNotMoved: Partial<Record<Remembered, string>> = {
  home: '首页不能跳转',
  'too-long': '地址太长',
  'bad-target': '去的是别的网站；要用的话，请在「旧地址」里加',
  loop: '会绕成一个圈',
  kept: '这个地址在站里另有安排，没有动',
};

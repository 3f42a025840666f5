import { isFailure } from '@mojian/contract/platform/failures';
import { mostPictures } from '@mojian/contract/platform/rules';
import { mayBeAttachment, replaceAttachmentLinks } from '@mojian/foreign-files/markdown/attachment-links';
import { createShelter } from '@mojian/foreign-files/markdown/code-shelter';
import {
  listMediaAddresses,
  readPictureAddress,
  replacePictures,
  unlinkOriginals,
} from '@mojian/foreign-files/markdown/pictures';
import type { Source, SourceArticle, SourceEntry, SourceSay } from '@mojian/importers/form';
import { headOfEntry } from '@mojian/importers/source';
import { rememberMoved } from '../../content/slugs/moved.ts';
import { insertFile } from '../../core/uploads/file-rows.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import {
  checkForeignPicture,
  heaviestPicture,
  keepPicture,
  rowOfPicture,
  takeForeignPicture,
} from '../../platform/storage/pictures.ts';
import { addressOfKey, keyFor, type Storage } from '../../platform/storage/storage.ts';
import { isTemporary, type Shelved, storeAttachment, storeAttachments } from './attachments.ts';
import type { Context } from './context.ts';
import { putImportedRow } from './ledger.ts';

type ShelvedPicture = Shelved & { url: string };

/** Stores a picture, once for equal bytes. @throws PictureRefused with the reason in Chinese */
export async function storePicture(
  { db, storage }: { db: Db; storage: Storage },
  upload: Uint8Array,
): Promise<ShelvedPicture> {
  const known = await findFile(db, keyFor(upload, 'webp'));
  if (known && (await storage.has(known.key))) return presentFile(known);

  const picture = await takeForeignPicture(upload);
  await keepPicture(storage, picture);
  await insertFile(db, rowOfPicture(picture));
  return presentFile(picture);
}

function findFile(db: Db, key: string) {
  return db.selectFrom('files').select(['key', 'width', 'height']).where('key', '=', key).executeTakeFirst();
}

function presentFile({ key, width, height }: { key: string; width: number; height: number }) {
  return { url: addressOfKey(key), width, height };
}

type Found = { bytes: Uint8Array } | { entry: SourceEntry } | { remote: string } | { lost: string };

/** Looks for the picture of an address, without opening it. */
async function findPicture(context: Context, address: string, base: string): Promise<Found> {
  const { reader, source, sourceUrl } = context;
  const meant = readPictureAddress(address);
  if (meant.kind === 'none') return { lost: meant.reason };
  if (meant.kind === 'bytes') return { bytes: meant.bytes };
  const entry = await reader.findPicture?.(source, address, base);
  if (entry) return { entry };
  const url = URL.parse(
    address.replace(/^\/\//, 'https://'),
    sourceUrl === '' ? undefined : `${sourceUrl}${base || '/'}`,
  );
  if (url && /^https?:$/.test(url.protocol)) return { remote: url.href };
  return { lost: (await reader.whyNoPicture?.(source, address, base)) ?? '找不到文件' };
}

/** Pictures of a say that can be had, as many as one may have; the others are reported. */
export async function findSayPictures(context: Context, { pictures, own }: SourceSay) {
  const all: { address: string; found: Exclude<Found, { lost: string }> }[] = [];
  if (own) return all;
  for (const address of pictures.slice(mostPictures))
    reportPicture(context, address, `一条说说最多 ${mostPictures} 张图片`);
  for (const address of pictures.slice(0, mostPictures)) {
    const found = await findPicture(context, address, '');
    if ('lost' in found) reportPicture(context, address, found.lost);
    else all.push({ address, found });
  }
  return all;
}

export function reportPicture(context: Context, address: string, reason: string) {
  context.reportLoss({ thing: '图片', place: address.slice(0, 200), reason });
}

type MissingPicture = { address: string; reason: string };

function addressesOf({ markdown, cover }: SourceArticle) {
  return [...listMediaAddresses(createShelter().hideCode(markdown)), ...(cover ? [cover] : [])];
}

/** Pictures of an article that would not be found, or be refused. */
export async function listMissingPictures(context: Context, item: SourceArticle): Promise<MissingPicture[]> {
  if (item.own) return [];
  const missing: MissingPicture[] = [];
  for (const address of addressesOf(item)) {
    if (mayBeAttachment(address)) continue; // only the whole of a file tells its kind
    const found = await findPicture(context, address, item.base);
    const reason = 'lost' in found ? found.lost : 'remote' in found ? undefined : await whyRefused(context, found);
    if (reason !== undefined) missing.push({ address, reason });
  }
  return missing;
}

/** Reasons by file, as a picture may be in many articles. */
const reasons = new WeakMap<Source, Map<string, Promise<string | undefined>>>();

/** Says why a picture of the source would be refused, by its beginning; one whose end is damaged is found by the run. */
export function whyRefused({ source }: Context, found: { bytes: Uint8Array } | { entry: SourceEntry }) {
  if ('bytes' in found) return reasonOf(async () => checkForeignPicture(found.bytes));
  const { entry } = found;
  const ofSource = reasons.get(source) ?? new Map<string, Promise<string | undefined>>();
  reasons.set(source, ofSource);
  const known = ofSource.get(entry.path) ?? reasonOf(() => checkEntry(entry));
  ofSource.set(entry.path, known);
  return known;
}

async function checkEntry(entry: SourceEntry) {
  if (entry.size > heaviestPicture) throw new PictureRefused('too-heavy');
  const head = await headOfEntry(entry);
  try {
    await checkForeignPicture(head);
  } catch (error) {
    if (head.length >= entry.size || !(error instanceof PictureRefused) || error.reason !== 'broken') throw error;
    await checkForeignPicture(await entry.read());
  }
}

async function reasonOf(check: () => Promise<void>) {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof PictureRefused)
      return /^(?:too-many|no-memory)$/.test(error.reason) ? undefined : error.message;
    if (isFailure(error)) return error.message;
    throw error;
  }
}

export type Pictures = Awaited<ReturnType<typeof storeArticlePictures>>;

/**
 * Stores the pictures that are inside the source. Those of other hosts keep their absolute address, which readers see as
 * a link until they are fetched.
 */
export async function storeArticlePictures(context: Context, item: SourceArticle) {
  if (item.own)
    return {
      markdown: item.markdown,
      sizes: undefined,
      remote: [],
      lost: [],
      cover: item.cover,
      remoteCover: '',
      moved: new Map<string, string>(),
    };
  const shelter = createShelter();
  const text = shelter.hideCode(item.markdown);
  const shownAt = new Map<string, string>();
  const sizes = new Map<string, Shelved>();
  const remote = new Set<string>();
  const lost: MissingPicture[] = [];
  const moved = new Map<string, string>();
  for (const address of addressesOf(item)) {
    const taken = await storeOne(context, item, address);
    if ('lost' in taken) lost.push({ address, reason: taken.lost });
    else if ('remote' in taken) {
      shownAt.set(address, taken.remote);
      remote.add(taken.remote);
    } else {
      shownAt.set(address, taken.url);
      sizes.set(taken.url, taken);
      if (isOnOldSite(context, address)) moved.set(address, taken.url);
    }
  }
  const linked = await storeAttachments(context, item, { text, sizes });
  const markdown = shelter.restore(replaceAttachmentLinks(showPictures(text, shownAt), linked));
  const cover = shownAt.get(item.cover) ?? '';
  const [ownCover, remoteCover] = cover.startsWith('/files/') ? [cover, ''] : ['', cover];
  return { markdown, sizes, remote: [...remote], lost, cover: ownCover, remoteCover, moved };
}

/** Shows pictures at other addresses; of those that are here, the link to the old site's original goes. */
export function showPictures(text: string, shownAt: Map<string, string>) {
  const unlinked = unlinkOriginals(text, (address) => shownAt.get(address)?.startsWith('/files/') ?? false);
  return replacePictures(unlinked, (address) => ({ show: shownAt.get(address) ?? address }));
}

/** Whether the old site answered to it. */
function isOnOldSite({ sourceUrl }: Context, address: string) {
  if (/^\/(?!\/)/.test(address)) return true;
  const host = URL.parse(sourceUrl)?.host;
  return host !== undefined && URL.parse(address.replace(/^\/\//, 'https://'))?.host === host;
}

/** Leads the old addresses of pictures, which other sites and searches show, to their files here. */
export async function redirectPictures(trx: Trx, { origin, runId }: Context, { moved }: Pictures) {
  for (const [key, url] of moved) {
    const result = await rememberMoved(trx, key, url, 'import');
    if (result !== 'added' && result !== 'changed') continue;
    await putImportedRow(trx, { origin, kind: 'picture', key, rowId: 0, hash: '', mark: '', runId, title: url });
  }
}

async function storeOne(context: Context, { base }: SourceArticle, address: string) {
  const found = await findPicture(context, address, base);
  if (mayBeAttachment(address) && 'entry' in found) return storeAttachment(context, found.entry);
  if ('lost' in found || 'remote' in found) return found;
  return storeFound(context, found);
}

/** Stores a picture of the source; a damaged or refused one is lost. */
export async function storeFound(context: Context, found: { bytes: Uint8Array } | { entry: SourceEntry }) {
  try {
    return await storePicture(context, 'bytes' in found ? found.bytes : await found.entry.read());
  } catch (error) {
    if (isTemporary(error) || !(error instanceof PictureRefused || isFailure(error))) throw error;
    return { lost: error.message };
  }
}

/** A picture in the Markdown of a comment, or the link that readers leave in its place. */
const commentPicture = /(?:!\[[^[\]\n]{0,200}\]|\[图片[^[\]\n]{0,200}\])\(([^()\s]{1,2000})\)/g;

/** Takes pictures inside the source out of a comment's text; the others stay links. */
export async function storeCommentPictures(context: Context, text: string) {
  const pictures: ShelvedPicture[] = [];
  const taken = new Set<string>();
  for (const [, address = ''] of text.matchAll(commentPicture)) {
    if (taken.has(address) || pictures.length >= mostPictures) continue;
    const found = await findPicture(context, address, '');
    const shelved = 'lost' in found || 'remote' in found ? found : await storeFound(context, found);
    if (!('url' in shelved)) continue;
    taken.add(address);
    pictures.push(shelved);
  }
  const rest = text.replace(commentPicture, (all, address: string) => (taken.has(address) ? '' : all));
  return { pictures, text: pictures.length > 0 ? rest.trim() : text };
}

/** Pictures still to be fetched from other hosts, for the job that does. */
export async function queueRemotePictures(
  trx: Trx,
  { runId }: Context,
  articleId: number,
  { remote, remoteCover }: Pictures,
) {
  if (remote.length === 0) return;
  const rowOf = (url: string) => {
    const host = URL.parse(url)?.hostname ?? '';
    return { articleId, url, host, runId, isCover: url === remoteCover ? 1 : 0 };
  };
  await trx
    .insertInto('remotePictures')
    .values(remote.map(rowOf))
    .onConflict((known) => known.columns(['articleId', 'url']).doNothing())
    .execute();
}

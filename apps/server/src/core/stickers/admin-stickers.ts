import { isStickerName, longestStickerName, mostPacks, mostStickers } from '@mojian/contract/core/sticker-codes';
import {
  largestAnimation,
  largestSticker,
  type StickerPackRow,
  type StickerRow,
  type TakenStickers,
} from '@mojian/contract/core/stickers';
import type { UploadedFile } from '@mojian/contract/core/uploads';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { openZip } from '@mojian/foreign-files/open-zip';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { recordAct } from '../audit/audit.ts';
import { receivePicture } from '../uploads/uploads.ts';
import { blotAddress, blots, ownPack } from './blots.ts';
import * as queries from './stickers.queries.ts';

type Deps = { db: Db; storage: Storage };

/** Packs with the stickers that can be chosen. */
export async function listPacks(db: Db): Promise<StickerPackRow[]> {
  const packs = Map.groupBy(await queries.listShown(db), ({ packId }) => packId);
  return Array.from(packs, ([id, rows]) => {
    const name = rows[0]?.pack ?? '';
    return { id, name, isOwn: name === ownPack, stickers: rows.map(present) };
  });
}

function present({ id, name, keywords, picture, night }: Awaited<ReturnType<typeof queries.listShown>>[number]) {
  return { id, name, keywords, picture: { day: picture, night } } satisfies StickerRow;
}

type Incoming = { pack: string; file: UploadedFile };

/**
 * Puts a picture, or those of a zip, into a pack, which is made if there is none; the name of a file is that of its sticker.
 * Pictures of a zip that cannot be taken are reported, and the others come.
 * @throws Failure naming `file` for a picture or zip that cannot be taken at all, `pack` for one pack too many
 */
export async function addStickers(deps: Deps, viewer: Viewer, { pack, file }: Incoming): Promise<TakenStickers> {
  if (!/\.zip$/i.test(file.name)) {
    await addOne(deps, viewer, { pack, file });
    return { added: [stickerNameOf(file.name)], refused: [] };
  }
  const taken: TakenStickers = { added: [], refused: [] };
  const packed = (await openZip(file.bytes)).filter(({ path }) => !aside.test(path));
  if (packed.length === 0) throw refused('压缩包里没有图片');
  for (const { path, size, read } of packed) {
    const name = path.replace(/^.*\//, '');
    try {
      if (size > largestAnimation) throw tooHeavy();
      await addOne(deps, viewer, { pack, file: { name, bytes: await read() } });
      taken.added.push(stickerNameOf(name));
    } catch (error) {
      if (!isFailure(error)) throw error;
      taken.refused.push({ file: name, reason: error.message });
    }
  }
  return taken;
}

/** Files that systems leave in folders. */
const aside = /(?:^|\/)(?:__MACOSX|\.[^/]*|Thumbs\.db|desktop\.ini)(?:\/|$)/i;

/** Checks everything that needs no picture first; the picture is decoded and encoded anew as every upload. */
async function addOne(deps: Deps, viewer: Viewer, { pack, file }: Incoming) {
  const name = stickerNameOf(file.name);
  if (!isStickerName(name))
    throw refused(`「${shown(name)}」不能作名字：文件名须为 1 到 ${longestStickerName} 个文字、字母或数字`);
  requireLight(file.bytes);
  await deps.db.transaction().execute((trx) => requireRoom(trx, pack, name));
  const { url } = await receivePicture(deps, viewer, file.bytes);
  await deps.db.transaction().execute(async (trx) => {
    const packId = await queries.takePack(trx, pack); // its lock makes concurrent uploads count each other
    await requireRoom(trx, pack, name);
    await queries.putSticker(trx, { packId, name, picture: url });
    await recordAct(trx, viewer, { act: 'stickers.add', subject: `stickerPack:${packId}`, after: { name } });
    await dropPages(trx);
  });
}

/** 谢谢.png is 谢谢. */
function stickerNameOf(fileName: string) {
  return fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .trim()
    .normalize('NFC');
}

const shown = (text: string) => (Array.from(text).length > 20 ? `${Array.from(text).slice(0, 20).join('')}…` : text);

function requireLight(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const isGif = head.startsWith('GIF8');
  const isWebp = head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP';
  const isPng = head.startsWith('\x89PNG');
  if (!isGif && !isWebp && !isPng) throw refused('表情须为 png、webp 或 gif 图片', 'wrong-type');
  const isMoving = isGif || (isWebp && head.slice(12, 16) === 'VP8X' && ((bytes[20] ?? 0) & animated) !== 0);
  if (bytes.length > largestAnimation) throw tooHeavy();
  if (!isMoving && bytes.length > largestSticker) throw refused('图片超过 200 KB', 'too-large');
}

/** Flag of an animation in a WebP. Source: WebP container, extended file format. */
const animated = 0b10;

function tooHeavy() {
  return refused('图片超过 512 KB', 'too-large');
}

async function requireRoom(trx: Trx, pack: string, name: string) {
  const packs = await queries.countByPack(trx);
  const present = packs.find((one) => one.name === pack);
  const shownPacks = packs.filter((one) => Number(one.stickers) > 0);
  if (!shownPacks.includes(present as never) && shownPacks.length >= mostPacks)
    throw new Failure('invalid-input', `最多 ${mostPacks} 包，先拿走不用的`, 'pack');
  if (!present) return;
  const known = await queries.findInPack(trx, present.id, name);
  if (known?.removedAt === null) throw refused(`「${pack}」里已经有「${name}」了`, 'taken');
  if (Number(present.stickers) >= mostStickers) throw refused(`一包最多 ${mostStickers} 个`);
}

function refused(words: string, id: 'invalid-input' | 'wrong-type' | 'too-large' | 'taken' = 'invalid-input') {
  return new Failure(id, words, 'file');
}

/** @throws Failure not-found naming `id`, as the acts below */
export function changeSticker(db: Db, viewer: Viewer, { id, keywords }: { id: number; keywords: string }) {
  return db.transaction().execute(async (trx) => {
    const sticker = await queries.findSticker(trx, id);
    if (!sticker) throw notThere();
    await queries.updateKeywords(trx, id, keywords);
    const [before, after] = [{ keywords: sticker.keywords }, { keywords }];
    await recordAct(trx, viewer, { act: 'stickers.change', subject: `sticker:${id}`, before, after });
  });
}

export function removeSticker(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    const sticker = await queries.findSticker(trx, id);
    if (!sticker || (await queries.removeStickers(trx, { id })) === 0) throw notThere();
    const before = { name: sticker.name };
    await recordAct(trx, viewer, { act: 'stickers.remove', subject: `stickerPack:${sticker.packId}`, before });
    await dropPages(trx);
  });
}

export function removePack(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    const pack = await queries.findPack(trx, id);
    const stickers = pack ? await queries.removeStickers(trx, { packId: id }) : 0;
    if (!pack || stickers === 0) throw new Failure('not-found', '没有这一包表情', 'id');
    await recordAct(trx, viewer, {
      act: 'stickers.removePack',
      subject: `stickerPack:${id}`,
      before: { count: stickers },
    });
    await dropPages(trx);
  });
}

/** Puts the pack that comes along back as it came. */
export function putOwnPackBack(db: Db, viewer: Viewer) {
  return db.transaction().execute(async (trx) => {
    const packId = await queries.takePack(trx, ownPack);
    for (const { name, keywords, file } of blots) {
      const [picture, night] = [blotAddress(file, 'day'), blotAddress(file, 'night')];
      await queries.putSticker(trx, { packId, name, keywords, picture, night });
    }
    await recordAct(trx, viewer, { act: 'stickers.putBack', subject: `stickerPack:${packId}` });
    await dropPages(trx);
  });
}

/** Any page may show stickers. */
function dropPages(trx: Trx) {
  return enqueue(trx, 'drop-pages', { tags: ['site'] });
}

function notThere() {
  return new Failure('not-found', '没有这个表情，或已经拿走了', 'id');
}

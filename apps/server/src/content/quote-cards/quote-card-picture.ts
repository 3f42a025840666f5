import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { solarTerm } from '@mojian/contract/platform/chinese-calendar';
import { isFailure } from '@mojian/contract/platform/failures';
import { readSettings } from '../../core/settings/settings.ts';
import { writeWhole } from '../../platform/durable-files.ts';
import { fewAtOnce, SharedWork } from '../../platform/limits/concurrency.ts';
import { readIfThere } from '../../platform/storage/local-storage.ts';
import { askPictures } from '../../platform/storage/pictures.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { photoBox } from './draw-lines.ts';
import { drawQuoteCard } from './draw-quote-card.ts';
import type { Drawing } from './drawing.ts';
import { withoutPictographs } from './faces.ts';
import { height, width } from './papers.ts';
import { type QuoteCard, readTarget } from './quote-card-address.ts';
import { readSource, type Source, type SourceDeps } from './quote-card-source.ts';
import { facesFor } from './quote-card-words.ts';
import { drawnWords, findPrinted, findWords, fingerprintOf } from './quoted-text.ts';
import { sentenceAddress } from './sentence-address.ts';

/** Raise it when the drawing changes: pictures are kept under a hash that contains it. */
const drawingVersion = 1;
/** A small one is a quarter as wide. */
const scale = 4;

/** Folder of the drawn pictures. */
export type QuoteCardDeps = SourceDeps & { siteUrl: string; folder: string; storage: Pick<Storage, 'get'> };

/**
 * PNG of a signed quote card, drawn at its first request and kept. Undefined once its words no longer stand in what everyone
 * may read; then all pictures of its article or say are removed.
 * @throws Failure too-many-requests, PictureRefused when too many wait
 */
export async function quoteCardPicture(deps: QuoteCardDeps, card: QuoteCard): Promise<Uint8Array | undefined> {
  const source = await readSource(deps, card).catch(refusedAsNone);
  const words = source && findPrinted(source.text, card.print);
  const lacksPhoto = card.template === 'photo' && source?.photo === '';
  if (!source || !words || lacksPhoto) {
    await rm(folderOf(deps, card), { recursive: true, force: true });
    return undefined;
  }
  return drawOnce(deps, await drawingOf(deps, source, words, card), card);
}

/** PNG of a whole say for those who are sent its address, with the solar term of its day. */
export async function sayPicture(deps: QuoteCardDeps, id: number): Promise<Uint8Array | undefined> {
  const source = await readSource(deps, { kind: 'say', id }).catch(refusedAsNone);
  const words = source && findWords(source.text, source.text);
  if (!source || !words || withoutPictographs(words) === '') return undefined;
  const print = fingerprintOf(words);
  const card: QuoteCard = { kind: 'say', id, template: 'ruled', print, hasCode: true, day: source.day, isSmall: false };
  return drawOnce(deps, await drawingOf(deps, source, words, card), card);
}

function refusedAsNone(error: unknown) {
  if (!isFailure(error) || error.status >= 500) throw error;
  return undefined;
}

function folderOf({ folder }: Pick<QuoteCardDeps, 'folder'>, { kind, id }: Pick<QuoteCard, 'kind' | 'id'>) {
  return join(folder, `${kind}-${id}`);
}

async function drawingOf(
  { db, siteUrl }: QuoteCardDeps,
  source: Source,
  words: string,
  card: QuoteCard,
): Promise<Drawing> {
  const { identity } = await readSettings(db);
  const { title, author, label, day, path, photo } = source;
  return {
    template: card.template,
    words: withoutPictographs(drawnWords(words)),
    title,
    author,
    label,
    day,
    term: card.day && solarTerm(card.day).replace('年 ', ' '),
    siteName: identity.name,
    host: siteUrl.replace(/^https?:\/\//, ''),
    address: card.hasCode ? sentenceAddress(siteUrl + path, words) : '',
    seed: card.print.sum,
    photo: card.template === 'photo' ? photo : '',
  };
}

const inTurn = fewAtOnce(1, 16);
const underWay = new SharedWork<Uint8Array>();

async function drawOnce(deps: QuoteCardDeps, drawing: Drawing, { isSmall, ...target }: QuoteCard): Promise<Uint8Array> {
  const content = JSON.stringify([drawingVersion, drawing, isSmall]);
  const name = createHash('sha256').update(content).digest('base64url').slice(0, 32);
  const path = join(folderOf(deps, target), `${name}.png`);
  const stored = await readIfThere(path);
  if (stored) return stored;
  return underWay.run(path, () =>
    inTurn(async () => {
      const { words, title, author, label, term, siteName, host } = drawing;
      const faces = await facesFor([words, title, author.toLocaleUpperCase(), author, label, term, siteName, host]);
      const size = isSmall ? { width: width / scale, height: height / scale } : undefined;
      const svg = await drawQuoteCard(drawing, faces);
      const photo = await photoOf(deps, drawing);
      const picture = await askPictures('draw', {
        svg,
        ...photo,
        ...(size && { size }),
        as: { type: 'png', effort: 1 },
      });
      await writeWhole(path, picture);
      return picture;
    }),
  );
}

/** The photograph and its place; a lost one leaves its place empty. */
async function photoOf({ storage }: QuoteCardDeps, { photo, words }: Drawing) {
  const bytes = photo === '' ? undefined : await storage.get(photo);
  return bytes && { photo: { bytes, box: photoBox(words) } };
}

/** Milliseconds for which a picture is kept; it is drawn again when it is asked for. */
const storedFor = 30 * 24 * 3_600_000;

/** Removes pictures drawn long ago, and all of articles and says that not everybody may read any more. */
export async function dropOldQuoteCards(
  { folder, ...deps }: Omit<QuoteCardDeps, 'siteUrl' | 'storage'>,
  now = Date.now(),
) {
  for (const name of await readdir(folder).catch(() => [])) {
    const target = readTarget(name);
    const place = join(folder, name);
    const source = target && (await readSource(deps, target).catch(refusedAsNone));
    if (!source) await rm(place, { recursive: true, force: true });
    for (const path of (await readdir(place).catch(() => [])).map((file) => join(place, file)))
      if (now - (await stat(path)).mtimeMs > storedFor) await rm(path, { force: true });
  }
}

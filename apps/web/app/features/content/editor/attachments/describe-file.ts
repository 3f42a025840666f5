import { type AttachmentKind, attachmentKinds } from '@mojian/contract/core/attachment-kinds';
import type { Upload } from '@mojian/contract/core/uploads';
import { type Found, pictureOf } from './found.ts';
import { findWave } from './wave.ts';

/** Milliseconds after which a file keeps its plain card: drawing is a help, nobody waits for it. */
const timeoutMs = 30_000;

/**
 * Opens an attachment in its author's browser, so that the server parses none, for what its card or player shows: pages and first
 * page of a PDF, length and loudness of a recording, length and a frame of a film. Undefined for what cannot be opened or has
 * nothing to show.
 */
async function describeFile(file: Blob, kind: AttachmentKind, shown: string): Promise<Found | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await loaders[loaderOf(kind)]?.(file, shown, signal);
  } catch (cause) {
    console.warn('附件没有画出来', cause);
    return undefined;
  }
}

type Open = (file: Blob, shown: string, signal: AbortSignal) => Promise<Found | undefined>;

const loaders: Record<string, Open> = {
  pdf: async (file, _, signal) => (await import('./first-page.ts')).drawFirstPage(file, signal),
  sound: (file, shown, signal) => hear(file, shown, signal),
  film: (_, shown, signal) => drawFrame(shown, signal),
};

const loaderOf = (kind: AttachmentKind) => (kind === 'pdf' ? 'pdf' : attachmentKinds[kind].group);

/** Bytes of a recording that is decoded whole: at a megabyte a minute, half an hour takes sixty megabytes of memory. */
const mostDecoded = 30 * 1024 * 1024;

async function hear(file: Blob, shown: string, signal: AbortSignal): Promise<Found> {
  if (file.size > mostDecoded) return { seconds: lengthOf(await loaded('audio', shown, signal)) };
  // at the lowest rate that every browser decodes to
  const decoded = await new OfflineAudioContext(1, 1, 8000).decodeAudioData(await file.arrayBuffer());
  return { seconds: Math.round(decoded.duration), wave: findWave(decoded.getChannelData(0)) };
}

/** Width of a film's picture. */
const widest = 1280;
/** Seconds into a film: many begin with a black frame. */
const into = 1;

async function drawFrame(shown: string, signal: AbortSignal): Promise<Found> {
  const film = await loaded('video', shown, signal);
  const seconds = lengthOf(film);
  await new Promise((resolve, reject) => {
    film.addEventListener('seeked', resolve, { once: true });
    film.addEventListener('error', reject, { once: true });
    signal.addEventListener('abort', reject, { once: true });
    film.currentTime = Math.min(into, seconds / 2);
  });
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, widest / film.videoWidth);
  canvas.width = Math.round(film.videoWidth * scale);
  canvas.height = Math.round(film.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height);
  film.removeAttribute('src');
  film.load();
  return { seconds, poster: pictureOf(canvas) };
}

function loaded<Name extends 'audio' | 'video'>(name: Name, shown: string, signal: AbortSignal) {
  const media = document.createElement(name);
  return new Promise<HTMLElementTagNameMap[Name]>((resolve, reject) => {
    media.addEventListener('loadeddata', () => resolve(media), { once: true });
    media.addEventListener('error', () => reject(media.error), { once: true });
    signal.addEventListener('abort', reject, { once: true });
    Object.assign(media, { muted: true, preload: 'auto', playsInline: true, src: shown });
  });
}

/** 0 for one that was recorded without its length. */
const lengthOf = ({ duration }: HTMLMediaElement) => (Number.isFinite(duration) ? Math.round(duration) : 0);

/** The address at which the uploader's browser may open what is not public. */
type Ask = (addresses: string[]) => Promise<{ url: string; shown: string }[]>;

/** Describes an upload that has arrived. Undefined when there is nothing to say of it. */
export async function describeUpload(file: Blob, { url, attachment }: Upload, sizes: Ask) {
  if (!attachment) return undefined;
  const [signed] = await sizes([url]);
  const found = signed && (await describeFile(file, attachment.kind, signed.shown));
  return found && { url, ...found };
}

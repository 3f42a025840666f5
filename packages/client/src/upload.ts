import type { Upload } from '@mojian/contract/core/uploads';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { openEnvelope } from './client.ts';
import { type Browser, endingSession, proxyRefusal } from './fetch.ts';

/** Milliseconds without a byte sent or an answer: limits a stalled upload, not a slow one. */
const stallLimit = 36_000;

export type UploadOptions = {
  /** Called with the share sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Stall limit in milliseconds, for calls that answer slowly. */
  timeoutMs?: number | undefined;
};

/** Begin the pictures that browsers show, decoded as UTF-8. */
const forWeb = /^(\ufffd\ufffd|\ufffdPNG|GIF8|RIFF|.{4}ftypavi)/s;

/** Sends a picture, see `sendFile`. One of another kind is re-encoded first where this browser can decode it. */
export async function sendPicture(browser: Browser, file: Blob, options: UploadOptions = {}): Promise<Envelope> {
  const isForWeb = forWeb.test(await file.slice(0, 16).text());
  return sendFile(browser, '/file/upload', isForWeb ? file : await converted(file), options);
}

/** Leaves a file as it is where the converter cannot be loaded: the server says then what it is. */
function converted(file: Blob) {
  return import('./shrink-picture.ts').then(({ toWebPicture }) => toWebPicture(file)).catch(() => file);
}

/**
 * Sends a file over XMLHttpRequest, since fetch reports no upload progress. Rules as in `sendByFetch`, except that the 36
 * s limit ends a stalled upload, not a slow one.
 * @returns the envelope, also of a refusal (see `openUpload` and `openEnvelope`).
 * @throws Failure when no answer came, or the signal's reason when aborted.
 */
export function sendFile(browser: Browser, path: string, file: Blob, options: UploadOptions = {}): Promise<Envelope> {
  return endingSession(browser, () => exchange(browser, path, file, options));
}

/** Reply of the upload. @throws Failure when refused. */
export function openUpload(envelope: Envelope): Upload {
  return openEnvelope(envelope) as Upload;
}

async function exchange({ base, token, log }: Browser, path: string, file: Blob, options: UploadOptions) {
  options.signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open('POST', base + path);
  const authorization = token();
  if (authorization) request.setRequestHeader('authorization', authorization);

  try {
    const text = await sent(request, formOf(file), options);
    return openText(text) ?? raise(proxyRefusal(request.status));
  } catch (error) {
    options.signal?.throwIfAborted();
    log(`网络请求失败：${path}`, error);
    if (isFailure(error)) throw error;
    throw new Failure('unavailable', '网络连接不稳，请稍后再试');
  }
}

function openText(text: string) {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}

function raise(refusal: Failure | undefined): never {
  throw refusal ?? new Error('no envelope');
}

function formOf(file: Blob) {
  const form = new FormData();
  form.append('file', file, file instanceof File ? file.name : 'picture');
  return form;
}

/** Resolves to the body of the answer; rejects when there is none. */
function sent(request: XMLHttpRequest, form: FormData, { onProgress, signal, timeoutMs }: UploadOptions) {
  return new Promise<string>((resolve, reject) => {
    const watch = watchForStall(request, timeoutMs ?? stallLimit);
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop);
    request.upload.onprogress = ({ loaded, total }) => {
      watch.moved();
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.onload = () => resolve(request.responseText);
    request.onerror = () => reject(new Error('no answer'));
    request.onabort = () => reject(new Error('aborted'));
    request.onloadend = () => {
      watch.end();
      signal?.removeEventListener('abort', stop);
    };
    request.send(form);
  });
}

function watchForStall(request: XMLHttpRequest, limit: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const moved = () => {
    end();
    timer = setTimeout(() => request.abort(), limit);
  };
  moved();
  return { moved, end };
}

import type { IncomingHttpHeaders } from 'node:http';
import { type AttachmentKind, attachmentKinds } from '@mojian/contract/core/attachment-kinds';
import type { ByteRange } from './storage.ts';

/** Name and size of a stored attachment. */
export type Attachment = { name: string; bytes: number };

/**
 * Part of a file that a request asks for; 'beyond' when it begins behind the end. The whole for none, for several, for what
 * is no range, and when the reader's beginning (`If-Range`) is of another file.
 */
export function rangeOf(headers: IncomingHttpHeaders, { etag, size }: { etag: string; size: number }) {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return 'whole';
  const known = headers['if-range'];
  if (known !== undefined && known !== etag) return 'whole';
  return first === '' ? lastBytes(Number(last), size) : between(Number(first), last, size);
}

function lastBytes(count: number, size: number): ByteRange | 'beyond' {
  if (count === 0 || size === 0) return 'beyond';
  return { from: Math.max(0, size - count), to: size - 1 };
}

function between(from: number, last: string, size: number): ByteRange | 'beyond' | 'whole' {
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return 'whole';
  return from >= size ? 'beyond' : { from, to };
}

const closed = "default-src 'none'; sandbox";
/** Lets the browser's own viewer draw a PDF, in an origin that reaches nothing of the site: some viewers are scripts. */
const viewer =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts allow-downloads";

/** Headers that decide how a browser treats an attachment. Only what plays or is viewed within a page is not a download. */
export function headersOf(kind: AttachmentKind, { name }: Attachment, isViewed: boolean) {
  const { type, group } = attachmentKinds[kind];
  const isView = kind === 'pdf' && isViewed;
  const isInline = isView || group === 'sound' || group === 'film';
  return {
    'content-type': type,
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; ${nameParameters(name, kind)}`,
    'content-security-policy': isView ? viewer : closed,
    'accept-ranges': 'bytes',
  };
}

/** RFC 6266: the name in any script, and a plain one for what does not know it. */
function nameParameters(name: string, kind: AttachmentKind) {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, escapeOne);
  return `filename="file.${kind}"; filename*=UTF-8''${encoded}`;
}

const escapeOne = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

import { createHash } from 'node:crypto';

/** Raised when the conversion of HTML changes, so that unchanged articles are converted again. */
const conversion = 3;

export function fingerprintOf(value: unknown) {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** Fingerprint of all that an article is converted from. */
export function sourceFingerprint(...inputs: unknown[]) {
  return fingerprintOf([conversion, ...inputs]);
}

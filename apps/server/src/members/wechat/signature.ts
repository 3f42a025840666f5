import { createHash, timingSafeEqual } from 'node:crypto';

/** WeChat's signature: SHA-1 over the parts in order, in hexadecimal. */
export function signatureOf(...parts: string[]) {
  return createHash('sha1').update(parts.sort().join('')).digest('hex');
}

/** Whether `given` signs these parts, in a time that tells nothing. */
export function isSigned(given: string, ...parts: string[]) {
  const [right, sent] = [Buffer.from(signatureOf(...parts)), Buffer.from(given)];
  return right.length === sent.length && timingSafeEqual(right, sent);
}

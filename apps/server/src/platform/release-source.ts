import { createPublicKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { isNear } from './http/unseen-proxy.ts';

export const safeSourceWords = '须用 https；只有本机与内网的地址可以用 http';

/** Whether nobody on the way can exchange what comes from an address: https, or http to this machine or network. */
export function isSafeSource(address: string) {
  const url = URL.parse(address);
  if (!url) return false;
  if (url.protocol === 'https:') return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'http:') return false;
  return host === 'localhost' || (isIP(host) !== 0 && isNear(host));
}

/** Reads an Ed25519 public key: base64 of its DER form, as openssl writes it. @throws Error in Chinese */
export function readReleaseKey(text: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  throw new Error('须为 Ed25519 公钥：openssl pkey -in 私钥.pem -pubout -outform DER | base64');
}

import { createHmac, randomBytes } from 'node:crypto';
import { isoTime } from '../../../platform/dates.ts';
import { type AlertMessage, refusalByStatus, senderTo } from './sender.ts';

const prefix = 'whsec_';

export function newWebhookSecret() {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** Whether a secret is base64 of 24 to 64 bytes, as Standard Webhooks wants it, with or without its prefix. */
export function isWebhookSecret(secret: string) {
  const bytes = keyOf(secret);
  return bytes.length >= 24 && bytes.length <= 64 && /^[A-Za-z0-9+/]+={0,2}$/.test(withoutPrefix(secret));
}

const withoutPrefix = (secret: string) => (secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
const keyOf = (secret: string) => Buffer.from(withoutPrefix(secret), 'base64');

/** Standard Webhooks: HMAC-SHA256 over id, time in seconds and body. */
export function webhookSignature(secret: string, { id, seconds, body }: { id: string; seconds: number; body: string }) {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

export const sendToWebhook = senderTo({
  name: '对方的程序',
  request({ url, secret }, message, now) {
    const { id } = message;
    const body = JSON.stringify(payloadOf(message));
    const seconds = Math.floor(now / 1000);
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': webhookSignature(secret, { id, seconds, body }),
    };
    return { url, headers, body };
  },
  refusalIn: (answer) => refusalByStatus(answer),
});

/** `type` names the one event of the items, where there is one. */
function payloadOf({ site, title, lines, url, items, createdAt }: AlertMessage) {
  const [first, ...others] = [...new Set(items.map(({ event }) => event))];
  const type = first === undefined ? 'alert.test' : others.length > 0 ? 'alert.several' : `alert.${first}`;
  const data = { site, title, text: lines.join('\n'), url, items: items.map(itemOf) };
  return { type, timestamp: isoTime(createdAt), data };
}

function itemOf({ createdAt, ...item }: AlertMessage['items'][number]) {
  return { ...item, createdAt: isoTime(createdAt) };
}

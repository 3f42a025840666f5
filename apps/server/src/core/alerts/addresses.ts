import { type AlertKind, alertKinds } from '@mojian/contract/core/alert-kinds';
import { isEmail, spellEmail } from '@mojian/contract/platform/email';
import { Failure } from '@mojian/contract/platform/failures';
import { halfHidden } from '../../platform/mail/outcomes.ts';
import { checkedWebAddress } from '../../platform/outgoing/destinations.ts';
import { addressOfSendKey } from './senders/serverchan.ts';
import { isWebhookSecret } from './senders/webhook.ts';

type Where = { kind: AlertKind; url: string; secret: string; allowPrivate: boolean };

/** Checks what the owner entered, and completes the address. @throws Failure naming `url` or `secret` */
export function checkedAddress({ kind, url: typed, secret, allowPrivate }: Where) {
  if (kind === 'mail') {
    const email = spellEmail(typed.replace(/^mailto:/i, ''));
    if (!isEmail(email)) throw new Failure('invalid-input', '请输入正确的邮箱', 'url');
    return { url: email, secret: '' };
  }
  const url = (kind === 'serverchan' ? addressOfSendKey(typed) : undefined) ?? typed;
  const address = checkedWebAddress({ url, allowPrivate }, alertKinds[kind].address);
  refuseOtherKind(kind, address);
  requireWhole(kind, address);
  if (kind === 'webhook' && secret !== '' && !isWebhookSecret(secret))
    throw new Failure('invalid-input', '密钥须是 whsec_ 加 24 到 64 字节的 base64；不填就生成一个', 'secret');
  return { url: address.href, secret: 'secret' in alertKinds[kind] ? secret : '' };
}

/** @throws Failure for an address that belongs to another kind */
function refuseOtherKind(kind: AlertKind, { hostname }: URL) {
  const owner = Object.entries(alertKinds).find(([, one]) => 'host' in one && one.host === hostname);
  if (owner && owner[0] !== kind && kind !== 'webhook')
    throw new Failure('invalid-input', `这是${owner[1].name}的地址`, 'url');
}

/** @throws Failure for an address that was not copied whole */
function requireWhole(kind: AlertKind, { pathname, searchParams }: URL) {
  const lacks = {
    telegram: !searchParams.get('chat_id') && '地址里缺聊天编号：在后面加上 ?chat_id=编号',
    bark: pathname === '/' && '地址里缺密钥：复制 Bark 首页上的整个地址',
    ntfy: pathname === '/' && '地址里缺主题：写成 https://ntfy.sh/主题',
  };
  const words = kind in lacks && lacks[kind as keyof typeof lacks];
  if (words) throw new Failure('invalid-input', words, 'url');
}

/** Host and last characters of an address: enough for the owner to know it, too little to send there. */
export function maskedAddress(kind: AlertKind, url: string) {
  if (kind === 'mail') return halfHidden(url);
  const { host, pathname, search } = new URL(url);
  const tail = `${pathname}${search}`.replace(/(?<!\/)\/+$/, '').replace(/\.send$/, '');
  return tail === '' ? host : `${host}/···${tail.slice(-Math.min(4, Math.floor(tail.length / 3)))}`;
}

import { Failure } from '@mojian/contract/platform/failures';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { completeAddress } from '@mojian/contract/platform/rules';
import { namesPublicHost } from './outgoing.ts';

// Addresses of destinations outside the site, as the owner enters them: where alerts are sent and backups uploaded.

type Address = { url: string; username?: string; secret: string; allowPrivate: boolean };
type Typed = { [Field in keyof Address]?: Address[Field] | undefined };

/** Completes a web address. @throws Failure naming `url` for what is none, or leads into the own network unasked */
export function checkedWebAddress({ url: typed, allowPrivate }: Pick<Address, 'url' | 'allowPrivate'>, label: string) {
  const url = completeAddress(typed);
  const address = isWebAddress(url) ? URL.parse(url) : null;
  if (!address) throw new Failure('invalid-input', `请输入正确的${label}`, 'url');
  if (!allowPrivate && !namesPublicHost(url))
    throw new Failure('invalid-input', '这个地址在内网：确实要用自己内网里的，请打开「允许内网地址」', 'url');
  return address;
}

/** A stored address with what was typed anew; an empty secret stays as it is. */
export function withTyped<Stored extends Address>(stored: Stored, typed: Typed): Stored {
  const { url = stored.url, username = stored.username, allowPrivate = stored.allowPrivate } = typed;
  const secret = typed.secret || stored.secret;
  return { ...stored, url, secret, allowPrivate, ...(username !== undefined && { username }) };
}

/**
 * As `withTyped`, for a trial, which asks for no password: the stored secret is sent to no other host.
 * @throws Failure naming `secret`
 */
export function triedWith<Stored extends Address>(stored: Stored, typed: Typed): Stored {
  const tried = withTyped(stored, typed);
  if (stored.secret !== '' && !typed.secret && hostOf(tried.url) !== hostOf(stored.url))
    throw new Failure('invalid-input', '换了主机，请把密码或密钥再填一次', 'secret');
  return tried;
}

/** Whether two addresses are the same in all that is typed. */
export function isSameAddress(one: Address, other: Address) {
  return (['url', 'username', 'secret', 'allowPrivate'] as const).every((field) => one[field] === other[field]);
}

const hostOf = (url: string) => URL.parse(completeAddress(url))?.host ?? '';

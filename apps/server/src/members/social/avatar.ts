import type { Provider } from '@mojian/contract/members/social';
import type { Db } from '../../platform/db/schema.ts';
import { fetchWithin, type Limits } from '../../platform/outgoing/outgoing.ts';
import { keepPicture, rowOfPicture, takePicture } from '../../platform/storage/pictures.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Keys } from './adapter.ts';
import { adapters } from './adapters.ts';
import { insertFile } from './social.queries.ts';

/** Milliseconds: somebody is waiting to be logged in. */
const patience = 3000;

type Parts = { db: Db; storage: Storage; limits: Limits };

/**
 * The address of a copy of our own of the picture somebody has at a provider: their browser, and everybody's, asks no
 * other site for it. '' when there is none to be had.
 */
export async function keepAvatar({ db, storage, limits }: Parts, provider: Provider, address: string, keys: Keys) {
  const url = allowed(address, adapters[provider].pictures, keys);
  if (!url) return '';
  try {
    const answer = await fetchWithin(url, {}, { ...limits, time: Math.min(limits.time, patience) });
    if (!answer.ok) return '';
    const picture = await takePicture(await answer.bytes());
    await keepPicture(storage, picture);
    await insertFile(db, rowOfPicture(picture));
    return `/files/${picture.key}`;
  } catch {
    return ''; // whatever was the matter, a face is drawn, and nobody is kept from logging in
  }
}

/** A provider's picture lies on its own domains, or at its base: what it says does not lead us into our own network. */
function allowed(address: string, domains: string[], { base }: Keys) {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (base && url.origin === new URL(base).origin) return url.href;
  const isTheirs = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
  if (!isTheirs || url.port || url.username || url.password) return undefined;
  url.protocol = 'https:';
  return url.href;
}

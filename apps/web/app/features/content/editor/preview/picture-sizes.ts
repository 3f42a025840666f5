import type { PictureSize } from '@mojian/contract/core/uploads';

type FetchSizes = (addresses: string[]) => Promise<Omit<PictureSize, 'shown'>[]>;

/** Addresses per request, to limit the URL length. */
const atOnce = 100;

/** Cache of picture sizes; each is requested once. */
export function createPictureSizes(ask: FetchSizes) {
  const known: Map<string, Omit<PictureSize, 'shown' | 'url'>> = new Map();
  const requested = new Set<string>();

  return {
    known,
    remember: ({ url, width, height, attachment }: Omit<PictureSize, 'shown'>) =>
      void known.set(url, { width, height, attachment }),

    /** Requests unseen sizes; resolves to whether any were new. */
    async learn(addresses: string[]): Promise<boolean> {
      const unseen = [...new Set(addresses)].filter((address) => isOwn(address) && !requested.has(address));
      const before = known.size;
      for (let at = 0; at < unseen.length; at += atOnce) await inquire(unseen.slice(at, at + atOnce));
      return known.size > before;
    },
  };

  async function inquire(addresses: string[]) {
    const unknown = addresses.filter((address) => !known.has(address));
    for (const address of addresses) requested.add(address);
    if (unknown.length === 0) return;
    try {
      for (const { url, ...size } of await ask(unknown)) known.set(url, size);
    } catch {
      for (const address of unknown) requested.delete(address); // without a network the next change retries
    }
  }
}

export type PictureSizes = ReturnType<typeof createPictureSizes>;

function isOwn(address: string) {
  return /^\/files\/[\w/-]{1,80}\.\w{3,4}$/.test(address);
}

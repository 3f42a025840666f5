import type { PictureSize, Upload } from '@mojian/contract/core/uploads';
import { shownAddress } from '@mojian/ui/shown-pictures';

type FetchSizes = (addresses: string[]) => Promise<Omit<PictureSize, 'shown'>[]>;

/** Addresses per request, to limit the URL length. */
const atOnce = 100;

/** Cache of picture sizes; each is requested once. */
export function createPictureSizes(ask: FetchSizes) {
  const known: Map<string, Omit<PictureSize, 'shown' | 'url'>> = new Map();
  const requested = new Set<string>();
  const watching = new Set<() => void>();

  return {
    known,
    /** Remembers the size of an upload; what else there is to know of an attachment is requested. */
    remember: ({ url, width, height, attachment }: Pick<Upload, 'url' | 'width' | 'height' | 'attachment'>) => {
      if (!attachment) known.set(url, { width, height });
    },

    /** Requests a file that has been described since, and tells those who watch. */
    async relearn(address: string) {
      for (const { url, ...size } of await ask([address])) known.set(url, size);
      for (const notify of watching) notify();
    },

    watch(notify: () => void) {
      watching.add(notify);
      return () => void watching.delete(notify);
    },

    /** Finds the details of a file; its poster waits for the signature, which is that of the file. */
    findAttachment: (address: string) => {
      const { attachment, ...size } = known.get(address) ?? {};
      if (!attachment) return undefined;
      const shown = shownAddress(address);
      const poster = attachment.poster && shown ? attachment.poster + shown.slice(address.length) : '';
      return { width: 0, height: 0, ...size, ...attachment, poster };
    },

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

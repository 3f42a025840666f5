import type { PictureSize } from '@mojian/contract/core/uploads';

export type AskSizes = (addresses: string[]) => Promise<Omit<PictureSize, 'shown'>[]>;

/** The addresses of one question stay far below what a request line may hold. */
const atOnce = 100;

/** Sizes of this site's pictures, each asked for once; kept as long as the editor is open. */
export function createPictureSizes(ask: AskSizes) {
  const known: Map<string, { width: number; height: number }> = new Map();
  const asked = new Set<string>();

  return {
    known,
    remember: ({ url, width, height }: Omit<PictureSize, 'shown'>) => void known.set(url, { width, height }),

    /** Asks for those not seen before. Whether there is one more known now. */
    async learn(addresses: string[]): Promise<boolean> {
      const unseen = [...new Set(addresses)].filter((address) => isOwn(address) && !asked.has(address));
      const before = known.size;
      for (let at = 0; at < unseen.length; at += atOnce) await inquire(unseen.slice(at, at + atOnce));
      return known.size > before;
    },
  };

  async function inquire(addresses: string[]) {
    const unknown = addresses.filter((address) => !known.has(address));
    for (const address of addresses) asked.add(address);
    if (unknown.length === 0) return;
    try {
      for (const { url, width, height } of await ask(unknown)) known.set(url, { width, height });
    } catch {
      for (const address of unknown) asked.delete(address); // without a network: the next change asks again
    }
  }
}

export type PictureSizes = ReturnType<typeof createPictureSizes>;

function isOwn(address: string) {
  return /^\/files\/[\w/-]{1,80}\.\w{3,4}$/.test(address);
}

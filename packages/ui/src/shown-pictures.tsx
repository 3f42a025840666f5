import { useEffect, useState } from 'react';
import { signPictures } from './sign-pictures.ts';

/** Milliseconds: the server's signatures last one to two hours. */
const goodFor = 50 * 60_000;
const atOnce = 50;

const known = new Map<string, { shown: string; until: number }>();
let asking: { wanted: Set<string>; done: Promise<void> } | undefined;

/** The address to load now: signed, or as it is when it is not a picture of this site; undefined until signed. */
export function shownAddress(address: string): string | undefined {
  if (!isStored(address)) return address;
  const found = known.get(address);
  return found && found.until > Date.now() ? found.shown : undefined;
}

/** Signs picture addresses, batched per tick. Returns whether new ones are known. */
export async function learnShown(addresses: string[]): Promise<boolean> {
  const unknown = addresses.filter((one) => shownAddress(one) === undefined);
  if (unknown.length === 0) return false;
  asking ??= gather();
  for (const one of unknown) asking.wanted.add(one);
  await asking.done;
  return unknown.some((one) => shownAddress(one) !== undefined);
}

function gather() {
  const wanted = new Set<string>();
  const done = Promise.resolve().then(async () => {
    asking = undefined;
    const all = [...wanted];
    for (let at = 0; at < all.length; at += atOnce) await signAll(all.slice(at, at + atOnce));
  });
  return { wanted, done };
}

async function signAll(addresses: string[]) {
  try {
    const signed = new Map((await signPictures(addresses)).map(({ url, shown }) => [url, shown]));
    const until = Date.now() + goodFor;
    for (const one of addresses) known.set(one, { shown: signed.get(one) ?? one, until });
  } catch {
    // no network: the next use retries
  }
}

/** Signed address of one picture. */
export function useShownPicture(address: string): string | undefined {
  const [, setLearnt] = useState(0);
  const shown = shownAddress(address);
  useEffect(() => {
    let isHere = true;
    if (shown === undefined)
      void learnShown([address]).then((isMore) => isMore && isHere && setLearnt((one) => one + 1));
    return () => {
      isHere = false;
    };
  }, [address, shown]);
  return shown;
}

/** Preview HTML with signed picture addresses; pictures not signed yet have no address. */
export function withShownPictures(html: string) {
  return html.replace(/ src="(\/files\/[\w/-]{1,80}\.\w{3,4})"/g, (all, address: string) => {
    const shown = shownAddress(address);
    if (shown === undefined) return ` data-src="${address}"`;
    return shown === address ? all : ` src="${shown.replaceAll('&', '&amp;')}"`;
  });
}

/** The address without its signature, which expires: saved texts contain only plain ones. */
export function plainAddress(address: string) {
  return address.startsWith('/files/') ? address.replace(/\?.*/s, '') : address;
}

/** Whether an address is that of a picture of this site. */
export function isStored(address: string) {
  return /^\/files\/[\w/-]{1,80}\.\w{3,4}$/.test(address);
}

type StoredPhotoProps = Omit<React.ComponentProps<'img'>, 'src' | 'alt'> & { url: string; alt: string };

/** A picture that may be visible to its uploader alone: waits for its signed address. */
export function StoredPhoto({ url, alt, ...rest }: StoredPhotoProps) {
  return <img className="photo" {...rest} src={useShownPicture(url)} alt={alt} />;
}

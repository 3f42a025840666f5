import { useEffect, useState } from 'react';

type Told = { url: string; shown: string };
type Ask = (addresses: string[]) => Promise<Told[]>;

/** Milliseconds: the server signs for one to two hours. */
const goodFor = 50 * 60_000;
const atOnce = 50;

const known = new Map<string, { shown: string; until: number }>();
let ask: Ask = async () => [];
let asking: { wanted: Set<string>; done: Promise<void> } | undefined;

/** Who answers where pictures are to be seen that not everybody may see yet. Told once, before any screen. */
export function askShownBy(answer: Ask) {
  ask = answer;
}

/** Where a picture is to be seen now: itself, when it is no plain address of this site's; nothing before it is known. */
function shownAddress(address: string): string | undefined {
  if (!isKept(address)) return address;
  const found = known.get(address);
  return found && found.until > Date.now() ? found.shown : undefined;
}

/** Asks where pictures are to be seen, those of one moment together. Whether anything new is known then. */
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
    for (let at = 0; at < all.length; at += atOnce) await inquire(all.slice(at, at + atOnce));
  });
  return { wanted, done };
}

async function inquire(addresses: string[]) {
  try {
    const told = new Map((await ask(addresses)).map(({ url, shown }) => [url, shown]));
    const until = Date.now() + goodFor;
    for (const one of addresses) known.set(one, { shown: told.get(one) ?? one, until });
  } catch {
    // without a network: whoever shows it next asks again
  }
}

/** The same for one picture on the screen. */
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

/** The HTML of a preview with its pictures where they are to be seen; those not known yet wait without an address. */
export function withShownPictures(html: string) {
  return html.replace(/ src="(\/files\/[\w/-]{1,80}\.\w{3,4})"/g, (all, address: string) => {
    const shown = shownAddress(address);
    if (shown === undefined) return ` data-src="${address}"`;
    return shown === address ? all : ` src="${shown.replaceAll('&', '&amp;')}"`;
  });
}

/** What is kept or sent is the plain address: a signature ends. */
export function plainAddress(address: string) {
  return address.startsWith('/files/') ? address.replace(/\?.*/s, '') : address;
}

function isKept(address: string) {
  return /^\/files\/[\w/-]{1,80}\.\w{3,4}$/.test(address);
}

type KeptPhotoProps = Omit<React.ComponentProps<'img'>, 'src' | 'alt'> & { url: string; alt: string };

/** A picture that perhaps only who uploaded it may see: it waits for the address it is to be seen at. */
export function StoredPhoto({ url, alt, ...rest }: KeptPhotoProps) {
  return <img className="photo" {...rest} src={useShownPicture(url)} alt={alt} />;
}

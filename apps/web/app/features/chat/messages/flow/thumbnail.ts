import { thumbHashToDataURL } from 'thumbhash';

/** A picture's blurred likeness, a few dozen pixels wide, as the address of a PNG. */
export function likenessOf(thumbhash: string): string {
  return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (sign) => sign.charCodeAt(0)));
}

import { thumbHashToDataURL } from 'thumbhash';

/** Decodes a thumbhash to the address of a small blurred PNG. */
export function thumbnailAddress(thumbhash: string): string {
  return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (sign) => sign.charCodeAt(0)));
}

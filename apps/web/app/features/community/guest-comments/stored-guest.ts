import { readStored, writeStored } from '../../../storage/stored-json.ts';

/** Name and addresses that a guest gave with a comment. `browser`: the secret by which this browser may change what it wrote. */
export type StoredGuest = { name: string; email: string; website: string; notify: boolean; browser: string };

const name = 'guest';

/** The guest of this device, or of this tab alone. */
export function readGuest() {
  return readStored<StoredGuest>('localStorage', name) ?? readStored<StoredGuest>('sessionStorage', name);
}

export function isRemembered() {
  return readStored<StoredGuest>('sessionStorage', name) === undefined;
}

/** Stores the guest on the device, or in this tab alone, and forgets the other copy. */
export function storeGuest(guest: StoredGuest, remember: boolean) {
  writeStored('localStorage', name, remember ? guest : undefined);
  writeStored('sessionStorage', name, remember ? undefined : guest);
}

/** A secret of 256 bits, in the 43 characters of base64url. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

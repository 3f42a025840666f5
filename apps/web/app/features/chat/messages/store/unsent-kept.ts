import { readKept, writeKept } from '../../../../kept-json.ts';
import type { Unsent } from '../chat.ts';

/**
 * A message that is not with the server yet, as this browser keeps it. `home` is the window that sends it; `uploaded` the
 * address of its picture once that is with the server.
 */
export type KeptUnsent = Omit<Unsent, 'share' | 'picture'> & {
  home: string;
  hasPicture: boolean;
  uploaded: string | null;
};

/** Each has a name of its own, so that two windows never overwrite what the other keeps. The older ones first. */
export function readUnsent(memberId: number): KeptUnsent[] {
  const names = keptNames().filter((name) => name.startsWith(prefixFor(memberId)));
  return names
    .flatMap((name) => readKept<KeptUnsent>('localStorage', name) ?? [])
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

export function keepUnsent(memberId: number, unsent: KeptUnsent) {
  writeKept('localStorage', prefixFor(memberId) + unsent.key, unsent);
}

export function forgetUnsent(memberId: number, key: string) {
  writeKept('localStorage', prefixFor(memberId) + key, undefined);
}

function prefixFor(memberId: number) {
  return `chat unsent ${memberId} `;
}

/** Browsers that keep nothing refuse even to look. */
function keptNames() {
  try {
    return Object.keys(window.localStorage);
  } catch {
    return [];
  }
}

import type { CallSheet } from '@mojian/client';
import { api } from '@mojian/contract/all';
import type { Endpoint } from '@mojian/contract/platform/endpoint';

/** Parts of a call that are known before its noun is loaded. */
export type CallLine = Pick<
  Endpoint,
  'method' | 'path' | 'access' | 'limit' | 'uploads' | 'uploadName' | 'largestBody'
>;

/** Calls of the pages. The bundle has these lines without the shapes, so that none is built at the start. */
export const callsOfPages: CallSheet = api;

/** Calls by noun: written into the bundle when it is built (scripts/bundle-server.js), unknown in the sources. */
export const callsOfNouns: Record<string, CallLine[]> | undefined = undefined;

export function callLineOf({ method, path, access, limit, uploads, uploadName, largestBody }: Endpoint): CallLine {
  return { method, path, access, limit, uploads, uploadName, largestBody };
}

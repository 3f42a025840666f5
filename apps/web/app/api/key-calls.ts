import { type ClientOf, createClient } from '@mojian/client';
import type { accessKeys } from '@mojian/contract/core/access-keys';
import { sendWithToast } from './http-api.ts';

const path = '/v1/key/';

type Calls = ClientOf<{ accessKeys: typeof accessKeys }>;

export type KeyCalls = Calls['accessKeys'];

/** Calls of one's own keys, apart from the sheet that every reader loads. */
export const keyCalls: KeyCalls = createClient<{ accessKeys: typeof accessKeys }>(
  {
    accessKeys: {
      add: { method: 'POST', path },
      list: { method: 'GET', path },
      change: { method: 'PUT', path },
      revoke: { method: 'DELETE', path },
    },
  },
  sendWithToast,
).accessKeys;

import { sheet } from 'virtual:call-sheet';
import { createClient } from '@mojian/client';
import { sendByFetch } from '@mojian/client/fetch';
import type { adminApi } from '@mojian/contract/admin/all';
import { readToken } from './session.ts';

/** The back office's calls. Each throws Failure when refused. */
export const api = createClient<typeof adminApi>(
  sheet,
  sendByFetch({
    base: '',
    token: readToken,
    onSignedOut: () => dispatchEvent(new Event('mojian:signed-out')),
    log: (text, cause) => console.warn(text, cause),
  }),
);

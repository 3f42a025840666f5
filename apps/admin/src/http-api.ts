import { sheet } from 'virtual:call-sheet';
import { createClient } from '@mojian/client';
import { sendByFetch } from '@mojian/client/fetch';
import type { adminApi } from '@mojian/contract/admin/all';
import { readToken } from './session.ts';

/** How this browser reaches the server, for what is sent in another way than calls. */
export const browser = {
  base: '',
  token: readToken,
  onSignedOut: () => dispatchEvent(new Event('mojian:signed-out')),
  log: (text: string, cause: unknown) => console.warn(text, cause),
};

/** The back office's calls. Each throws Failure when refused. */
export const api = createClient<typeof adminApi>(sheet, sendByFetch(browser));

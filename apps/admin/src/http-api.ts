import { sheet } from 'virtual:call-sheet';
import { createClient } from '@mojian/client';
import { type Browser, sendByFetch } from '@mojian/client/fetch';
import type { adminApi } from '@mojian/contract/admin/all';
import { readToken } from './session.ts';

/** How this page reaches the site, also for files, which are sent another way. */
export const browser: Browser = {
  base: '',
  token: readToken,
  onSignedOut: () => dispatchEvent(new Event('mojian:signed-out')),
  log: (text, cause) => console.warn(text, cause),
};

/** The back office's calls. Each throws Failure when refused. */
export const api = createClient<typeof adminApi>(sheet, sendByFetch(browser));

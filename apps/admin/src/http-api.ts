import { sheet } from 'virtual:call-sheet';
import { createClient, type Sent } from '@mojian/client';
import { type Browser, sendByFetch } from '@mojian/client/fetch';
import type { calls } from './calls.ts';
import { endSession, readToken } from './session.ts';

export const browser: Browser = {
  base: '',
  token: readToken,
  onSignedOut: () => {
    endSession();
    // a screen that knows why may say so itself
    const isUntold = dispatchEvent(new Event('mojian:signing-out', { cancelable: true }));
    if (isUntold) dispatchEvent(new Event('mojian:signed-out'));
  },
  log: (text, cause) => console.warn(text, cause),
};

const send = sendByFetch(browser);

/** The back office's calls. Each throws Failure when refused; one that changed something lets the counters look again. */
export const api = createClient<typeof calls>(sheet, async (request: Sent) => {
  const envelope = await send(request);
  if (request.method !== 'GET' && envelope.code === 200) dispatchEvent(new Event('mojian:changed'));
  return envelope;
});

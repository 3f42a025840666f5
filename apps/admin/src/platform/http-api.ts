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

let changing = 0;
/** Whether something is being changed from here: what is there by now is only known afterwards. */
export const isChanging = () => changing > 0;

/** The back office's calls. Each throws Failure when refused; one that changed something lets the counters look again. */
export const api = createClient<typeof calls>(sheet, (request: Sent) =>
  request.method === 'GET' ? send(request) : change(request),
);

async function change(request: Sent) {
  changing += 1;
  try {
    const envelope = await send(request);
    if (envelope.code === 200) dispatchEvent(new Event('mojian:changed'));
    return envelope;
  } finally {
    changing -= 1;
  }
}

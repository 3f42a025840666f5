import { sheet } from 'virtual:call-sheet';
import { createClient } from '@mojian/client';
import { sendByFetch } from '@mojian/client/fetch';

/** The API as the browser reaches it. */
export const httpApi = createClient(
  sheet,
  sendByFetch({
    base: '',
    token: readToken,
    onSignedOut: () => window.dispatchEvent(new Event('mojian:signed-out')),
    log: (text, cause) => console.warn(text, cause),
  }),
);

/** The session cookie is written by the browser and read only here: the server never looks at it. */
function readToken() {
  return /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
}

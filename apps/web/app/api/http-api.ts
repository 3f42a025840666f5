import { sheet } from 'virtual:call-sheet';
import { createClient, type Sent } from '@mojian/client';
import { type Browser, sendByFetch } from '@mojian/client/fetch';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { endSession, tokenToSend } from '../session/session.ts';
import { askShownBy } from '../ui/shown-pictures.tsx';
import { toast } from '../ui/toast.ts';

export const browser: Browser = {
  base: '',
  token: tokenToSend,
  onSignedOut: () => {
    endSession();
    dispatchEvent(new Event('mojian:signed-out'));
  },
  log: (text, cause) => console.warn(text, cause),
};

const send = sendByFetch(browser);

/** The API as screens load from it: a refusal becomes the error screen. */
export const loadApi = createClient(sheet, send);

askShownBy((addresses) => loadApi.files.sizes({ query: { addresses: addresses.join(',') } }));

/** The API as people act on it: a refusal is also said in a toast. */
export const httpApi = createClient(sheet, async (request: Sent) => sayRefusal(await send(request), request.path));

/** Says a refusal in a toast, and passes the answer on. */
export function sayRefusal(envelope: Envelope, path: string) {
  if (!quiet(envelope.code, path)) toast('error', envelope.message);
  return envelope;
}

/** No refusal to speak of: the WeChat login asks every second, and the browser itself answers 428, captcha-needed and password-needed. */
function quiet(code: number, path: string) {
  return code === 200 || code === 428 || path === '/oauth/wechat/is_login';
}

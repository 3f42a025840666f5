import { sheet } from 'virtual:call-sheet';
import { createClient, type Sent } from '@mojian/client';
import { sendByFetch } from '@mojian/client/fetch';
import { toast } from './ui/toast.ts';

const send = sendByFetch({
  base: '',
  token: readToken,
  onSignedOut: () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = 'token=; path=/; max-age=0';
    sessionStorage.removeItem('user');
    dispatchEvent(new Event('mojian:signed-out'));
  },
  log: (text, cause) => console.warn(text, cause),
});

/** The API as screens load from it: a refusal becomes the error screen. */
export const loadApi = createClient(sheet, send);

/** The API as people act on it: a refusal is also said in a toast. */
export const httpApi = createClient(sheet, async (request: Sent) => {
  const envelope = await send(request);
  // the WeChat login asks every second whether it is done yet
  if (envelope.code !== 200 && request.path !== '/oauth/wechat/is_login') toast('error', envelope.message);
  return envelope;
});

/** The session cookie is written by the browser and read only here: the server never looks at it. */
function readToken() {
  return /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
}

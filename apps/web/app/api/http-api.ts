import { sheet } from 'virtual:call-sheet';
import { type Client, createClient, type Sent } from '@mojian/client';
import { type Browser, sendByFetch } from '@mojian/client/fetch';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { askShownBy } from '@mojian/ui/sign-pictures';
import { endSession, tokenToSend } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { orErrorPage } from './or-error-page.ts';

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

/** API client for loading: refusals become the error screen. */
export const loadApi = createClient(sheet, send);

type Args = { api: Client; params: Record<string, string | undefined>; query: URLSearchParams };

/** Loads a screen; a refusal becomes the error page. */
export const loadOverHttp = <Data>(load: (args: Args) => Promise<Data>, params: Args['params'], query: Args['query']) =>
  orErrorPage(load({ api: loadApi, params, query }));

// readers may not open pictures of unpublished texts without a signature: the site asks for it here
askShownBy((addresses) => loadApi.files.sizes({ query: { addresses: addresses.join(',') } }));

/** Sends an action: a refusal also shows a toast. */
export async function sendWithToast(request: Sent) {
  return sayRefusal(await send(request), request.path);
}

/** API client for actions. */
export const httpApi = createClient(sheet, sendWithToast);

/** Shows a refusal in a toast and returns the response. */
export function sayRefusal(envelope: Envelope, path: string) {
  if (!quiet(envelope.code, path)) toast('error', envelope.message);
  return envelope;
}

/**
 * Refusals without a toast: the WeChat login polls, and the client itself handles 428, captcha-needed and
 * password-needed.
 */
function quiet(code: number, path: string) {
  return code === 200 || code === 428 || path === '/oauth/wechat/is_login';
}

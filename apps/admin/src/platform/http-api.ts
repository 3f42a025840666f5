import { sheet } from 'virtual:call-sheet';
import { createClient, type Sent } from '@mojian/client';
import { type Browser, sendByFetch } from '@mojian/client/fetch';
import { openUpload, sendPicture } from '@mojian/client/upload';
import type { Upload } from '@mojian/contract/core/uploads';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { isFailure } from '@mojian/contract/platform/failures';
import { askShownBy } from '@mojian/ui/sign-pictures';
import { MutationObserver as Mutation } from '@tanstack/react-query';
import type { calls } from './calls.ts';
import { queryClient } from './query.ts';
import { createStore } from './store.ts';

/** The session's token: the site writes the cookie, calls send it as a header. */
export function readToken() {
  return /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
}

/** Forgets the token and the member in this browser, as the site does. */
export function endSession() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists over HTTPS only, and a site may run without
  document.cookie = 'token=; path=/; max-age=0; samesite=lax';
  sessionStorage.removeItem('user');
}

/** True once the session ended while the page was open, until somebody logs in again or closes the message. */
export const signedOut = createStore(false);

let silences = 0;

/** Keeps the signed-out message away while a screen explains it itself. Returns the way to end that. */
export function silenceSignedOut() {
  silences += 1;
  return () => {
    silences -= 1;
  };
}

export const browser: Browser = {
  base: '',
  token: readToken,
  onSignedOut: () => {
    endSession();
    if (silences === 0) signedOut.set(true);
  },
  log: (text, cause) => console.warn(text, cause),
};

/** Settles whether the password was confirmed, while a call waits for it: `shell/session-dialogs.tsx` asks. */
export const passwordQuestion = createStore<((isConfirmed: boolean) => void) | undefined>(undefined);

let asking: Promise<boolean> | undefined;

function askForPassword() {
  asking ??= new Promise<boolean>((resolve) => passwordQuestion.set(resolve)).finally(() => {
    asking = undefined;
    passwordQuestion.set(undefined);
  });
  return asking;
}

const sendOnce = sendByFetch(browser);

/** Sends again after the password was confirmed, where a call demands it: the server then remembers it for ten minutes. */
async function send(request: Sent): Promise<Envelope> {
  const answer = await sendOnce(request);
  if (answer.extra.failure !== 'password-needed') return answer;
  if (await askForPassword()) return sendOnce(request);
  return { ...answer, message: '没有确认密码，操作已取消', extra: { failure: 'password-needed' } };
}

/**
 * The calls of the back office; each throws Failure when refused. All but GET run as mutations, so that
 * `shell/live.ts` knows when one is under way or has succeeded. Vite makes the sheet: the contract without its zod shapes.
 */
export const api = createClient<typeof calls>(sheet, (request: Sent) =>
  request.method === 'GET' ? send(request) : new Mutation(queryClient, { mutationFn: () => send(request) }).mutate(),
);

askShownBy((addresses) => api.pictures.sizes({ query: { addresses: addresses.join(',') } }));

export function errorText(error: unknown) {
  return isFailure(error) ? error.message : '操作失败，请检查网络';
}

/**
 * Uploads a picture of the signed-in member; `onProgress` gets the share sent, from 0 to 1.
 * @throws Failure when refused or when no answer came.
 */
export async function uploadPicture(file: File, onProgress: (share: number) => void): Promise<Upload> {
  return openUpload(await sendPicture(browser, file, { onProgress }));
}

/** Downloads a one-time address: the browser's own request carries no header. */
export function downloadFrom({ url }: { url: string }) {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

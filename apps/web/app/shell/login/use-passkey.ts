import { isFailure } from '@mojian/contract/platform/failures';
import { useState } from 'react';
import { httpApi } from '../../http-api.ts';
import { toast } from '../../ui/toast.ts';
import { enter } from './enter.ts';

/** Logs in with a passkey, where the browser has such. What it takes is fetched when it is wanted. */
export function usePasskey(close: () => void) {
  const [busy, setBusy] = useState(false);
  const logIn = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const [{ startAuthentication }, options] = await Promise.all([
        import('@simplewebauthn/browser'),
        httpApi.passkeys.loginOptions(),
      ]);
      const response = await startAuthentication({ optionsJSON: options as never });
      enter(await httpApi.passkeys.login({ body: { response: { ...response } } }));
      close();
    } catch (error) {
      if (!isFailure(error)) toast('info', wordsFor(error)); // a refusal has been said
    } finally {
      setBusy(false);
    }
  };
  return { isPossible: 'PublicKeyCredential' in window, busy, logIn };
}

/** The browser tells "cancelled" and "there is none" by the same name, so that no site learns which. */
function wordsFor(error: unknown) {
  const { name } = error as Error;
  if (name === 'NotAllowedError' || name === 'AbortError') return '通行密钥登录失败，可以换一种方式登录';
  return '这个浏览器在本站不能使用通行密钥';
}

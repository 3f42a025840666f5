import { useProof } from '../../features/core/forms/use-proof.ts';
import { httpApi } from '../../http-api.ts';

/** A proof of work where the server wants one: to log in after many failures, and for the fifth code or so. */
export function useLoginProof() {
  const { prove, isProving } = useProof(() => httpApi.captcha.challenge());
  const sendCode = (email: string) => prove((captcha) => httpApi.accounts.sendEmailCode({ query: { email, captcha } }));
  return { prove, isProving, sendCode };
}

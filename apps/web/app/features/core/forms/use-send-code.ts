import { isFailure } from '@mojian/contract/platform/failures';
import { useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { focusField, valuesOf } from './form-values.ts';
import { useCountdown } from './use-countdown.ts';

/** Milliseconds until another code may be asked for. */
const pause = 60_000;

/** When the next code may be asked for: outlives the dialog's views, and the dialog. */
let until = 0;

/** Sends a code to the e-mail of the form. `left` are the seconds until that may be done again. */
export function useSendCode(sendCode: (email: string) => Promise<unknown>, onRefused: (error: string) => void) {
  const [busy, setBusy] = useState(false);
  const left = useCountdown(until);

  const send = async (form: HTMLFormElement) => {
    if (busy || left > 0) return;
    const email = valuesOf(form).email?.trim();
    if (!email) {
      toast('error', '请输入邮箱');
      focusField(form, 'email');
      return;
    }
    setBusy(true);
    try {
      await sendCode(email);
      toast('success', '验证码发送成功');
      until = Date.now() + pause;
      focusField(form, 'code');
    } catch (error) {
      if (isFailure(error)) onRefused(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { send, left, busy };
}

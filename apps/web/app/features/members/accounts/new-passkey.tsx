import type { Me } from '@mojian/contract/core/sessions';
import type { Passkey } from '@mojian/contract/members/passkeys';
import { isFailure } from '@mojian/contract/platform/failures';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import type { CallsOf } from '../../../calls.ts';
import { toast } from '../../../ui/toast.ts';
import { deviceName } from './device-name.ts';
import { type Confirmed, useConfirmed } from './use-confirmed.tsx';

type Props = { me: Me; calls: CallsOf<'accounts' | 'passkeys'>; add: (passkey: Passkey) => void };

/** Has the device make a key and keeps it under the device's name; a better one can be given to it afterwards. */
export function NewPasskey({ me, calls, add }: Props) {
  const { confirmed, asking } = useConfirmed({ me, calls });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const create = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      add(await createPasskey(calls, confirmed));
      toast('success', '添加成功');
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (!('PublicKeyCredential' in globalThis))
    return <p className="sub">这个浏览器不支持通行密钥，或者网站不是经 HTTPS 打开的。</p>;
  return (
    <>
      <p className="err" role="status">
        {problem}
      </p>
      <p className="does">
        <button className="btn" type="button" onClick={create} aria-disabled={isBusy}>
          <Icon name="plus" />
          {isBusy ? '请按设备提示操作…' : '在这台设备上添加'}
        </button>
      </p>
      {asking}
    </>
  );
}

async function createPasskey({ passkeys }: Props['calls'], confirmed: Confirmed) {
  const [{ startRegistration }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    confirmed(passkeys.creationOptions),
  ]);
  const response = await startRegistration({ optionsJSON: options as never });
  return passkeys.create({ body: { name: deviceName(navigator.userAgent), response: { ...response } } });
}

/** Browsers do not tell "cancelled" from "timed out". */
function wordsOf(error: unknown) {
  if (isFailure(error)) return error.message;
  const { name } = error as Error;
  if (name === 'InvalidStateError') return '这台设备上已经有一把了';
  if (name === 'NotAllowedError' || name === 'AbortError') return '没有添加：已取消或超时';
  return '这台设备无法创建通行密钥';
}

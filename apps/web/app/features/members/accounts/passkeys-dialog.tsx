import type { Me } from '@mojian/contract/core/sessions';
import type { Passkey } from '@mojian/contract/members/passkeys';
import { useState } from 'react';
import type { CallsOf } from '../../../calls.ts';
import { Ask } from '../../../ui/ask.tsx';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { NewPasskey } from './new-passkey.tsx';
import { PasskeyRow } from './passkey-row.tsx';

type Props = {
  me: Me;
  passkeys: Passkey[];
  change: (passkeys: Passkey[]) => void;
  calls: CallsOf<'accounts' | 'passkeys'>;
  close: () => void;
};

/** Keys that log in by fingerprint, face or the lock of the device. */
export function PasskeysDialog({ me, passkeys, change, calls, close }: Props) {
  const [leaving, setLeaving] = useState<Passkey>();
  const { isBusy, refusal, send } = useSending();
  const rename = (id: number, name: string) =>
    send(async () => {
      await calls.passkeys.rename({ body: { id, name } });
      change(passkeys.map((key) => (key.id === id ? { ...key, name } : key)));
      toast('success', '修改成功');
    });
  const remove = ({ id }: Passkey) => {
    setLeaving(undefined);
    return send(async () => {
      await calls.passkeys.remove({ query: { id } });
      change(passkeys.filter((key) => key.id !== id));
    });
  };
  return (
    <CardDialog title="通行密钥" line="用指纹、面容或设备的锁屏登录，不必记密码。" close={close} wide>
      {passkeys.length > 0 && (
        <ul className="entries">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isBusy={isBusy}
              rename={rename}
              remove={() => setLeaving(passkey)}
            />
          ))}
        </ul>
      )}
      {refusal && <p className="err">{refusal.message}</p>}
      <NewPasskey me={me} calls={calls} add={(passkey) => change([...passkeys, passkey])} />
      {leaving && (
        <Ask
          question={`删除“${leaving.name}”？`}
          about="删除之后，那台设备就不能再用它登录。"
          yes="删除"
          onYes={() => remove(leaving)}
          close={() => setLeaving(undefined)}
        />
      )}
    </CardDialog>
  );
}

import { remoteKinds } from '@mojian/contract/operations/remote-kinds';
import type { RemoteItem } from '@mojian/contract/operations/remotes';
import { Checkbox, Form, Input, InputNumber } from 'antd';
import { type DestinationFields, DestinationForm } from '../../platform/destinations/destination-form.tsx';
import { api } from '../../platform/http-api.ts';

type Props = {
  /** The one that is changed; a new one without. */
  remote: RemoteItem | undefined;
  onClose: () => void;
  onDone: () => void;
};
type Fields = DestinationFields & { isEncrypted?: boolean; passphrase?: string; keep?: number };

/** Adds a place for backups, or changes it. */
export function RemoteForm({ remote, onClose, onDone }: Props) {
  return (
    <DestinationForm<keyof typeof remoteKinds, Fields>
      kinds={remoteKinds}
      stored={remote}
      words={{
        title: remote ? `修改「${remote.name}」` : '抄到哪里',
        kinds: '抄到哪里',
        trial: '试一试',
        trialIcon: 'refresh',
      }}
      initial={initialOf(remote)}
      test={(kind, { name: _, keep: _2, isEncrypted: _3, passphrase: _4, ...address }) =>
        api.remotes.test({ body: remote ? { id: remote.id, ...address } : { kind, url: '', ...address } })
      }
      save={(kind, { isEncrypted, passphrase, keep, ...address }) => {
        const sent = { ...address, ...(keep && { keep }), ...passphraseOf({ isEncrypted, passphrase }) };
        return remote
          ? api.remotes.change({ body: { id: remote.id, ...sent } })
          : api.remotes.add({ body: { kind, url: '', ...sent } });
      }}
      onClose={onClose}
      onDone={onDone}
    >
      <Encryption remote={remote} />
      <Form.Item name="keep" label="那里留几份" extra="多出来的、墨笺自己抄去的旧备份会删除；别的文件不动。">
        <InputNumber min={1} max={99} precision={0} />
      </Form.Item>
    </DestinationForm>
  );
}

function initialOf(remote: RemoteItem | undefined) {
  const { name = '', username = '', keep = 7, allowPrivate = false, isEncrypted = false } = remote ?? {};
  return { name, username, keep, allowPrivate, isEncrypted };
}

/** Leaves a stored passphrase as it is, unless another was typed; '' ends the encryption. */
function passphraseOf({ isEncrypted, passphrase = '' }: Pick<Fields, 'isEncrypted' | 'passphrase'>) {
  if (!isEncrypted) return { passphrase: '' };
  return passphrase === '' ? {} : { passphrase };
}
function Encryption({ remote }: { remote: RemoteItem | undefined }) {
  const isEncrypted = Form.useWatch('isEncrypted');
  return (
    <>
      <Form.Item
        name="isEncrypted"
        valuePropName="checked"
        extra="备份里有密码的记号、密钥与会员的资料；放在别人的机器上，最好加密。"
      >
        <Checkbox>加密之后再抄</Checkbox>
      </Form.Item>
      {isEncrypted && (
        <Form.Item
          name="passphrase"
          label="加密的口令"
          required={!remote?.isEncrypted}
          rules={remote?.isEncrypted ? [] : [{ required: true, message: '请输入加密的口令' }]}
          extra="忘了就打不开，谁也帮不上：请另外记下来。不在备份里。"
        >
          <Input.Password placeholder={remote?.isEncrypted ? '不改' : ''} autoComplete="new-password" />
        </Form.Item>
      )}
    </>
  );
}

import { type RemoteKind, remoteKindNames, remoteKinds } from '@mojian/contract/operations/remote-kinds';
import type { RemoteItem } from '@mojian/contract/operations/remotes';
import { Icon } from '@mojian/ui/icon';
import { Button, Checkbox, Drawer, Form, Input, InputNumber } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { showFaults, useSave } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';

type Props = {
  /** The one that is changed; a new one without. */
  remote: RemoteItem | undefined;
  onClose: () => void;
  onDone: () => void;
};
type Fields = {
  url?: string;
  username?: string;
  secret?: string;
  isEncrypted?: boolean;
  passphrase?: string;
  keep?: number;
  allowPrivate?: boolean;
  name?: string;
};

/** Adds a place for backups, or changes it: the steps of that kind, a trial, then saving. */
export function RemoteForm({ remote, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form);
  const [kind, setKind] = useState<RemoteKind>(remote?.kind ?? 'jianguoyun');
  const submit = async (fields: Fields) => {
    const sent = { ...filledIn(fields), ...passphraseOf(fields) };
    const sending = () =>
      remote
        ? api.remotes.change({ body: { id: remote.id, ...sent } })
        : api.remotes.add({ body: { kind, url: '', ...sent } });
    if (await save(sending, '已保存')) onDone();
  };
  return (
    <Drawer
      open
      className="remotes-drawer"
      size={420}
      title={remote ? `修改「${remote.name}」` : '抄到哪里'}
      onClose={onClose}
      footer={
        <div className="row row-wrap">
          <Button type="primary" htmlType="submit" form="remote-form" loading={isSaving}>
            保存
          </Button>
          <Button onClick={onClose}>取消</Button>
          <small className="remotes-stored">密码存下后不再显示</small>
        </div>
      }
    >
      {!remote && <Kinds chosen={kind} onChoose={setKind} />}
      <ol className="remotes-steps">
        {remoteKinds[kind].steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Form<Fields> id="remote-form" form={form} layout="vertical" initialValues={initialOf(remote)} onFinish={submit}>
        <AccountFields kind={kind} remote={remote} />
        <Encryption remote={remote} />
        <Form.Item name="keep" label="那里留几份" extra="多出来的、墨笺自己抄去的旧备份会删除；别的文件不动。">
          <InputNumber min={1} max={99} precision={0} />
        </Form.Item>
        <Form.Item name="name" label="叫它什么">
          <Input placeholder={remoteKinds[kind].name} maxLength={30} />
        </Form.Item>
        <Trial kind={kind} remote={remote} form={form} />
      </Form>
    </Drawer>
  );
}

function initialOf(remote: RemoteItem | undefined) {
  const { name = '', username = '', keep = 7, allowPrivate = false, isEncrypted = false } = remote ?? {};
  return { name, username, keep, allowPrivate, isEncrypted };
}

/** Input as it is sent: an empty address or password of a stored place stays as it is. */
function filledIn({ url = '', secret = '', isEncrypted: _, passphrase: _2, keep, ...fields }: Fields) {
  return {
    ...fields,
    ...(keep && { keep }),
    ...(url !== '' && { url }),
    ...(secret !== '' && { secret }),
  };
}

/** Leaves a stored passphrase as it is, unless another was typed; '' ends the encryption. */
function passphraseOf({ isEncrypted, passphrase = '' }: Fields) {
  if (!isEncrypted) return { passphrase: '' };
  return passphrase === '' ? {} : { passphrase };
}

function Kinds({ chosen, onChoose }: { chosen: RemoteKind; onChoose: (kind: RemoteKind) => void }) {
  return (
    <fieldset className="remotes-kinds" aria-label="抄到哪里">
      {remoteKindNames.map((kind) => (
        <button type="button" key={kind} aria-pressed={kind === chosen} onClick={() => onChoose(kind)}>
          <span className="remotes-mark" aria-hidden="true">
            {remoteKinds[kind].mark}
          </span>
          {remoteKinds[kind].name}
        </button>
      ))}
    </fieldset>
  );
}

type FieldProps = { kind: RemoteKind; remote: RemoteItem | undefined };

function AccountFields({ kind, remote }: FieldProps) {
  const { address, example, ...labels } = remoteKinds[kind];
  return (
    <>
      <Form.Item name="url" label={address} required={!remote}>
        <Input placeholder={remote ? `不改：${remote.target}` : example} autoComplete="off" spellCheck={false} />
      </Form.Item>
      {'username' in labels && (
        <Form.Item name="username" label={labels.username}>
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      {'secret' in labels && (
        <Form.Item name="secret" label={labels.secret}>
          <Input.Password placeholder={remote?.hasSecret ? '不改' : ''} autoComplete="new-password" />
        </Form.Item>
      )}
      {kind !== 'folder' && kind !== 'jianguoyun' && (
        <Form.Item name="allowPrivate" valuePropName="checked" extra="只在要放到自己家里或机房里的机器时打开。">
          <Checkbox>允许内网地址</Checkbox>
        </Form.Item>
      )}
    </>
  );
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

type Tried = { ok: boolean; text: string };

function Trial({ kind, remote, form }: FieldProps & { form: ReturnType<typeof Form.useForm<Fields>>[0] }) {
  const [tried, setTried] = useState<Tried>();
  const [isTrying, setTrying] = useState(false);
  const tryOut = async () => {
    setTrying(true);
    setTried(undefined);
    form.setFields(['url', 'username', 'secret'].map((name) => ({ name: name as keyof Fields, errors: [] })));
    const { name: _, keep: _2, ...fields } = filledIn(form.getFieldsValue());
    const isStored = remote && !('url' in fields) && !('secret' in fields);
    try {
      setTried(await api.remotes.test({ body: isStored ? { id: remote.id } : { kind, url: '', ...fields } }));
    } catch (error) {
      if (!showFaults(form, error)) setTried({ ok: false, text: errorText(error) });
    }
    setTrying(false);
  };
  const result = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (tried) result.current?.scrollIntoView({ block: 'nearest' });
  }, [tried]);
  return (
    <div className="remotes-trial">
      <Button loading={isTrying} onClick={tryOut}>
        试一试
      </Button>
      <p ref={result} role="status" data-ok={tried?.ok}>
        {tried && (
          <>
            <Icon name={tried.ok ? 'ok' : 'warn'} />
            {tried.text}
          </>
        )}
      </p>
    </div>
  );
}

import { type AlertKind, alertKindNames, alertKinds } from '@mojian/contract/core/alert-kinds';
import type { AlertChannel } from '@mojian/contract/core/alerts';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Checkbox, Drawer, Form, Input, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { showFaults, useSave } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';

/** `channel`: the one that is changed; a new one without. */
type Props = { channel: AlertChannel | undefined; onClose: () => void; onDone: () => void };
type Fields = { url?: string; secret?: string; name?: string; allowPrivate?: boolean };
type Tried = { ok: boolean; text: string };

/** Adds where alerts go, or changes it: the steps of that kind, a trial, then saving. */
export function AlertForm({ channel, onClose, onDone }: Props) {
  const { modal } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form);
  const [kind, setKind] = useState<AlertKind>(channel?.kind ?? 'wecom');
  const submit = async (fields: Fields) => {
    let made = '';
    const done = await save(async () => {
      if (channel) await api.alerts.change({ body: { id: channel.id, ...filledIn(fields) } });
      else made = (await api.alerts.add({ body: { kind, url: '', ...filledIn(fields) } })).secret;
    }, '已保存');
    if (!done) return;
    if (made !== '') modal.info({ title: '签名的密钥', width: 520, content: <NewSecret secret={made} /> });
    onDone();
  };
  return (
    <Drawer
      open
      className="alerts-drawer"
      size={420}
      title={channel ? `改「${channel.name}」` : '添加提醒'}
      onClose={onClose}
      footer={
        <div className="row row-wrap">
          <Button type="primary" htmlType="submit" form="alert-form" loading={isSaving}>
            保存
          </Button>
          <Button onClick={onClose}>取消</Button>
          <small className="alerts-kept">密钥存下后不再显示</small>
        </div>
      }
    >
      {!channel && <Kinds chosen={kind} onChoose={setKind} />}
      <ol className="alerts-steps">
        {alertKinds[kind].steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Form<Fields>
        id="alert-form"
        form={form}
        layout="vertical"
        initialValues={{ name: channel?.name ?? '', allowPrivate: channel?.allowPrivate ?? false }}
        onFinish={submit}
      >
        <AlertFields kind={kind} channel={channel} />
        <Trial kind={kind} channel={channel} form={form} />
      </Form>
    </Drawer>
  );
}

/** Input as it is sent: an empty address or secret of a stored channel stays as it is. */
function filledIn({ url = '', secret = '', ...fields }: Fields) {
  return { ...fields, ...(url !== '' && { url }), ...(secret !== '' && { secret }) };
}

function Kinds({ chosen, onChoose }: { chosen: AlertKind; onChoose: (kind: AlertKind) => void }) {
  return (
    <fieldset className="alerts-kinds" aria-label="送到哪里">
      {alertKindNames.map((kind) => (
        <button type="button" key={kind} aria-pressed={kind === chosen} onClick={() => onChoose(kind)}>
          <span className="alerts-mark" aria-hidden="true">
            {alertKinds[kind].mark}
          </span>
          {alertKinds[kind].name}
        </button>
      ))}
    </fieldset>
  );
}

type FieldProps = { kind: AlertKind; channel: AlertChannel | undefined };

function AlertFields({ kind, channel }: FieldProps) {
  const { address, example, name, ...more } = alertKinds[kind];
  return (
    <>
      <Form.Item name="url" label={address} required={!channel}>
        <Input placeholder={channel ? `不改：${channel.target}` : example} autoComplete="off" spellCheck={false} />
      </Form.Item>
      {'secret' in more && (
        <Form.Item name="secret" label={`${more.secret}（可不填${kind === 'webhook' ? '，存下时生成一个' : ''}）`}>
          <Input.Password placeholder={channel?.hasSecret ? '不改' : ''} autoComplete="new-password" />
        </Form.Item>
      )}
      <Form.Item name="name" label="叫它什么">
        <Input placeholder={name} maxLength={30} />
      </Form.Item>
      {kind !== 'mail' && (
        <Form.Item name="allowPrivate" valuePropName="checked" extra="只在要送到自己家里或机房里的服务时打开。">
          <Checkbox>允许内网地址</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

function Trial({ kind, channel, form }: FieldProps & { form: ReturnType<typeof Form.useForm<Fields>>[0] }) {
  const [tried, setTried] = useState<Tried>();
  const [isTrying, setTrying] = useState(false);
  const tryOut = async () => {
    setTrying(true);
    setTried(undefined);
    form.setFields([
      { name: 'url', errors: [] },
      { name: 'secret', errors: [] },
    ]);
    const { name: _, ...fields } = filledIn(form.getFieldsValue());
    const stored = channel && !('url' in fields) && !('secret' in fields) ? { id: channel.id } : undefined;
    try {
      setTried(await api.alerts.test({ body: stored ?? { kind, url: '', ...fields } }));
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
    <div className="alerts-trial">
      <Button icon={<Icon name="send" />} loading={isTrying} onClick={tryOut}>
        试发一条
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

function NewSecret({ secret }: { secret: string }) {
  return (
    <>
      <p>收的那一边用它核对签名。只在这里出现一次，请先存好。</p>
      <Typography.Paragraph copyable={{ text: secret }} code>
        {secret}
      </Typography.Paragraph>
    </>
  );
}

import type { DestinationKind } from '@mojian/contract/platform/destinations';
import { Icon } from '@mojian/ui/icon';
import { Button, Checkbox, Drawer, Form, type FormInstance, Input } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { showFaults, useSave } from '../form/form.tsx';
import { errorText } from '../http-api.ts';
import './destinations.css';

export type DestinationFields = {
  url?: string;
  username?: string;
  secret?: string;
  name?: string;
  allowPrivate?: boolean;
};

type Stored<Kind> = { kind: Kind; name: string; target: string; hasSecret: boolean };
type Tried = { ok: boolean; text: string };

type Props<Kind extends string, Fields extends DestinationFields> = {
  kinds: Record<Kind, DestinationKind>;
  /** The one that is changed; a new one without. */
  stored: Stored<Kind> | undefined;
  words: { title: string; kinds: string; trial: string; trialIcon: string };
  initial: Fields;
  /** Fields beside those of the address. */
  children?: ReactNode;
  test: (kind: Kind, fields: Filled<Fields>) => Promise<Tried>;
  save: (kind: Kind, fields: Filled<Fields>) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
};

/** Adds a destination outside the site, or changes it: the steps of its kind, its fields, a trial, then saving. */
export function DestinationForm<Kind extends string, Fields extends DestinationFields>({
  kinds,
  stored,
  words,
  ...props
}: Props<Kind, Fields>) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form);
  const [kind, setKind] = useState(stored?.kind ?? (Object.keys(kinds)[0] as Kind));
  const submit = async (fields: Fields) => {
    if (await save(() => props.save(kind, filledIn(fields)), '已保存')) props.onDone();
  };
  const id = 'destination-form';
  return (
    <Drawer
      open
      size={420}
      title={words.title}
      onClose={props.onClose}
      footer={<Footer form={id} isSaving={isSaving} onClose={props.onClose} />}
    >
      {!stored && <Kinds kinds={kinds} label={words.kinds} chosen={kind} onChoose={setKind} />}
      <ol className="destination-steps">
        {kinds[kind].steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Form<Fields> id={id} form={form} layout="vertical" initialValues={props.initial} onFinish={submit}>
        <AddressFields kind={kinds[kind]} stored={stored} />
        {props.children}
        <Form.Item name="name" label="叫它什么">
          <Input placeholder={kinds[kind].name} maxLength={30} />
        </Form.Item>
        <Trial form={form} words={words} test={() => props.test(kind, filledIn(form.getFieldsValue()))} />
      </Form>
    </Drawer>
  );
}

type Filled<Fields> = Omit<Fields, 'url' | 'secret'> & { url?: string; secret?: string };

/** Input as it is sent: an address or secret that is left empty stays as it is stored. */
function filledIn<Fields extends DestinationFields>({ url = '', secret = '', ...fields }: Fields): Filled<Fields> {
  return { ...fields, ...(url !== '' && { url }), ...(secret !== '' && { secret }) };
}

function Footer({ form, isSaving, onClose }: { form: string; isSaving: boolean; onClose: () => void }) {
  return (
    <div className="row row-wrap">
      <Button type="primary" htmlType="submit" form={form} loading={isSaving}>
        保存
      </Button>
      <Button onClick={onClose}>取消</Button>
      <small className="destination-note">密码与密钥存下后不再显示</small>
    </div>
  );
}

type KindsProps<Kind extends string> = {
  kinds: Record<Kind, DestinationKind>;
  label: string;
  chosen: Kind;
  onChoose: (kind: Kind) => void;
};

function Kinds<Kind extends string>({ kinds, label, chosen, onChoose }: KindsProps<Kind>) {
  return (
    <fieldset className="destination-kinds" aria-label={label}>
      {(Object.keys(kinds) as Kind[]).map((kind) => (
        <button type="button" key={kind} aria-pressed={kind === chosen} onClick={() => onChoose(kind)}>
          <span className="destination-mark" aria-hidden="true">
            {kinds[kind].mark}
          </span>
          {kinds[kind].name}
        </button>
      ))}
    </fieldset>
  );
}

type AddressProps = { kind: DestinationKind; stored: Stored<string> | undefined };

function AddressFields({ kind: { address, example, username, secret, isPublic = false }, stored }: AddressProps) {
  return (
    <>
      <Form.Item name="url" label={address} required={!stored}>
        <Input placeholder={stored ? `不改：${stored.target}` : example} autoComplete="off" spellCheck={false} />
      </Form.Item>
      {username !== undefined && (
        <Form.Item name="username" label={username}>
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      {secret !== undefined && (
        <Form.Item name="secret" label={secret}>
          <Input.Password placeholder={stored?.hasSecret ? '不改' : ''} autoComplete="new-password" />
        </Form.Item>
      )}
      {!isPublic && (
        <Form.Item name="allowPrivate" valuePropName="checked" extra="只在用自己家里或机房里的机器时打开。">
          <Checkbox>允许内网地址</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

type TrialProps = {
  form: FormInstance;
  words: { trial: string; trialIcon: string };
  test: () => Promise<Tried>;
};

/** Tries what is filled in, before it is saved. */
function Trial({ form, words, test }: TrialProps) {
  const [tried, setTried] = useState<Tried>();
  const [isTrying, setTrying] = useState(false);
  const tryOut = async () => {
    setTrying(true);
    setTried(undefined);
    form.setFields(['url', 'username', 'secret'].map((name) => ({ name, errors: [] })));
    try {
      setTried(await test());
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
    <div className="destination-trial">
      <Button icon={<Icon name={words.trialIcon} />} loading={isTrying} onClick={tryOut}>
        {words.trial}
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

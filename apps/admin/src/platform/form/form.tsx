import { isFailure } from '@mojian/contract/platform/failures';
import { App, Form, type FormInstance, Input, Modal, Popconfirm, type PopconfirmProps } from 'antd';
import { useId, useState } from 'react';
import { errorText } from '../http-api.ts';
import { demoHint, useOffice } from '../shell/office.tsx';
import './form.css';

type FormModalProps<Fields> = {
  title: string;
  okText?: string;
  form: FormInstance<Fields>;
  initial?: Record<string, unknown>;
  isSaving: boolean;
  isDanger?: boolean;
  onSubmit: (fields: Fields) => void;
  onClose: () => void;
  above?: React.ReactNode;
  below?: React.ReactNode;
  children: React.ReactNode;
};

/** A form in a dialog: Enter in a field submits, a click on the mask does not close it, and nothing does while it is sent. */
export function FormModal<Fields>({ title, form, isSaving, onSubmit, onClose, ...props }: FormModalProps<Fields>) {
  const id = useId();
  const isDemo = useOffice().role === 'demo';
  return (
    <Modal
      open
      className="form-modal"
      title={title}
      okText={props.okText ?? '保存'}
      okButtonProps={{
        htmlType: 'submit',
        form: id,
        disabled: isDemo,
        loading: isSaving,
        danger: props.isDanger ?? false,
        ...(isDemo && { title: demoHint }),
      }}
      cancelButtonProps={{ disabled: isSaving }}
      onCancel={() => !isSaving && onClose()}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
      maskClosable={false}
    >
      {props.above}
      <Form<Fields>
        id={id}
        form={form}
        layout="vertical"
        initialValues={props.initial ?? {}}
        onFinish={onSubmit}
        scrollToFirstError={{ focus: true, block: 'nearest' }}
      >
        {props.children}
      </Form>
      {props.below}
    </Modal>
  );
}

/** Focuses the first field unless another already has the focus. */
function focusFirstField(id: string) {
  const form = document.getElementById(id);
  if (form?.contains(document.activeElement)) return;
  form?.querySelector<HTMLElement>('input:is(:checked, :not([type=radio])), textarea')?.focus();
}

type Props<Fields> = Omit<FormModalProps<Fields>, 'form' | 'isSaving' | 'onSubmit'> & {
  send: (fields: Fields) => Promise<unknown>;
  said: string;
  onDone: () => void;
};

/** A form dialog that makes one call; when refused it stays open with the reasons. */
export function SaveForm<Fields>({ send, said, onDone, ...props }: Props<Fields>) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form, { onStale: onDone });
  const submit = async (fields: Fields) => {
    if (await save(() => send(fields), said)) onDone();
  };
  return <FormModal<Fields> {...props} form={form} isSaving={isSaving} onSubmit={submit} />;
}

export type NameInput = { name: string; intro: string };

type NameFormProps = {
  title: string;
  label: string;
  /** Ids for aria-describedby. */
  about: string;
  initial: NameInput | undefined;
  send: (input: NameInput) => Promise<unknown>;
  onClose: (isDone: boolean) => void;
};

export function NameForm({ title, label, about, initial, send, onClose }: NameFormProps) {
  return (
    <SaveForm<Partial<NameInput>>
      title={title}
      said="已保存"
      initial={{ name: initial?.name ?? '', intro: initial?.intro ?? '' }}
      send={({ name = '', intro = '' }) => send({ name, intro })}
      onClose={() => onClose(false)}
      onDone={() => onClose(true)}
    >
      <NameFields label={label} about={about} />
    </SaveForm>
  );
}

export function NameFields({ label, about }: Pick<NameFormProps, 'label' | 'about'>) {
  return (
    <>
      <Form.Item name="name" label={label} required>
        <Input maxLength={30} showCount autoFocus />
      </Form.Item>
      <Form.Item name="intro" label="简介" extra={about}>
        <Input.TextArea maxLength={200} showCount rows={2} />
      </Form.Item>
    </>
  );
}

export function SiteFields() {
  return (
    <>
      <Form.Item name="name" label="站名" required>
        <Input />
      </Form.Item>
      <Form.Item name="url" label="网址" required>
        <Input inputMode="url" placeholder="example.com" />
      </Form.Item>
      <Form.Item name="info" label="简介">
        <Input />
      </Form.Item>
    </>
  );
}

/**
 * Saves a form: refused fields show their reasons, other failures a message. On a conflict `onStale` offers to load
 * the latest.
 */
export function useSave(form: FormInstance, { onStale }: { onStale?: () => void } = {}) {
  const { message, modal } = App.useApp();
  const [isSaving, setSaving] = useState(false);

  const tell = (error: unknown) => {
    if (showFaults(form, error)) return;
    if (isStale(error) && onStale) modal.confirm({ ...staleDialog, onOk: onStale });
    else message.error(errorText(error));
  };
  /** Resolves to false when refused. */
  const save = async (act: () => Promise<unknown>, done: string) => {
    setSaving(true);
    try {
      await act();
      message.success(done);
      return true;
    } catch (error) {
      tell(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}

const staleDialog = {
  title: '别人刚刚改过',
  content: '你写的还在这里。查看最新版本会放弃现在写的。',
  okText: '查看最新版本',
  cancelText: '继续编辑',
};

function isStale(error: unknown) {
  return isFailure(error) && error.id === 'stale';
}

/**
 * Shows the reasons at the fields and scrolls to the first; `nameOf` maps a field of the call to one of the form.
 * Returns false when no field matched.
 */
export function showFaults(form: FormInstance, error: unknown, nameOf = (field: string) => field) {
  const order = Object.keys(form.getFieldsValue());
  const faults = (isFailure(error) ? error.faults : [])
    .map(({ field, text }) => ({ name: nameOf(field), errors: [text] }))
    .filter(({ name }) => order.includes(name))
    .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  form.setFields(faults);
  if (faults[0]) form.scrollToField(faults[0].name, { focus: true, block: 'nearest' });
  return faults.length > 0;
}

/** A popconfirm whose OK button has the focus: Enter agrees, Esc cancels. */
export function Confirm(props: PopconfirmProps) {
  return <Popconfirm okButtonProps={{ autoFocus: true }} destroyOnHidden {...props} />;
}

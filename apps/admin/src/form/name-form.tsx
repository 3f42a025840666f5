import { Form, Input } from 'antd';
import { FormModal } from './form-modal.tsx';
import { useSave } from './use-save.ts';

export type Named = { name: string; intro: string };

type Props = {
  title: string;
  /** What is named. */
  label: string;
  /** Where the introduction stands. */
  about: string;
  initial: Named | undefined;
  send: (given: Named) => Promise<unknown>;
  onClose: (isDone: boolean) => void;
};

/** A name and an introduction. What was typed stays when it is refused, and the field at fault says why. */
export function NameForm({ title, label, about, initial, send, onClose }: Props) {
  const [form] = Form.useForm<Named>();
  const { save, isSaving } = useSave(form, { onStale: () => onClose(true) });
  const submit = async ({ name, intro = '' }: Named) => {
    if (await save(() => send({ name, intro }), '保存了')) onClose(true);
  };
  return (
    <FormModal<Named>
      title={title}
      form={form}
      initial={initial ? { name: initial.name, intro: initial.intro } : { intro: '' }}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      <Form.Item name="name" label={label} rules={[{ required: true, whitespace: true, message: `请输入${label}` }]}>
        <Input maxLength={30} showCount autoFocus />
      </Form.Item>
      <Form.Item name="intro" label="简介" extra={about}>
        <Input.TextArea maxLength={200} showCount rows={2} />
      </Form.Item>
    </FormModal>
  );
}

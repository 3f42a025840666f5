import { Form, Input } from 'antd';
import { SaveForm } from './save-form.tsx';

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

/** A name and an introduction. */
export function NameForm({ title, label, about, initial, send, onClose }: Props) {
  return (
    <SaveForm<Partial<Named>>
      title={title}
      said="已保存"
      initial={{ name: initial?.name ?? '', intro: initial?.intro ?? '' }}
      send={({ name = '', intro = '' }) => send({ name, intro })}
      onClose={() => onClose(false)}
      onDone={() => onClose(true)}
    >
      <Form.Item name="name" label={label}>
        <Input maxLength={30} showCount autoFocus />
      </Form.Item>
      <Form.Item name="intro" label="简介" extra={about}>
        <Input.TextArea maxLength={200} showCount rows={2} />
      </Form.Item>
    </SaveForm>
  );
}

import { Form } from 'antd';
import { FormModal, type FormModalProps } from './form-modal.tsx';
import { useSave } from './use-save.ts';

type Props<Fields> = Omit<FormModalProps<Fields>, 'form' | 'isSaving' | 'onSubmit'> & {
  send: (fields: Fields) => Promise<unknown>;
  /** Said once it is done. */
  said: string;
  onDone: () => void;
};

/** A form in a dialog that makes one call of what it holds. Refused, it stays as it was typed and says why. */
export function SaveForm<Fields>({ send, said, onDone, ...props }: Props<Fields>) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form, { onStale: onDone });
  const submit = async (fields: Fields) => {
    if (await save(() => send(fields), said)) onDone();
  };
  return <FormModal<Fields> {...props} form={form} isSaving={isSaving} onSubmit={submit} />;
}

import { Form, type FormInstance, Modal } from 'antd';
import { useId } from 'react';
import { demoHint } from '../listing/row-acts.tsx';
import { useOffice } from '../shell/use-office.ts';
import './form-modal.css';

export type FormModalProps<Fields> = {
  title: string;
  okText?: string;
  form: FormInstance<Fields>;
  initial?: Record<string, unknown>;
  isSaving: boolean;
  /** What it does takes something away. */
  isDanger?: boolean;
  onSubmit: (fields: Fields) => void;
  onClose: () => void;
  /** Stands above the fields. */
  above?: React.ReactNode;
  /** Stands below them. */
  below?: React.ReactNode;
  children: React.ReactNode;
};

/** A form in a dialog. Enter in a field saves it; a click beside it throws nothing away. */
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
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && beginWriting(id)}
      maskClosable={false}
    >
      {props.above}
      <Form<Fields>
        id={id}
        form={form}
        layout="vertical"
        initialValues={props.initial ?? {}}
        onFinish={onSubmit}
        requiredMark={false}
        scrollToFirstError={{ focus: true, block: 'nearest' }}
      >
        {props.children}
      </Form>
      {props.below}
    </Modal>
  );
}

/** What is asked first has the focus, unless a field took it already. */
function beginWriting(id: string) {
  const form = document.getElementById(id);
  if (form?.contains(document.activeElement)) return;
  form?.querySelector<HTMLElement>('input:is(:checked, :not([type=radio])), textarea')?.focus();
}

import type { FeedbackRow } from '@mojian/contract/admin/feedback';
import { Checkbox, Form, Input } from 'antd';
import { FormModal } from '../form/form-modal.tsx';
import { useSave } from '../form/use-save.ts';
import { api } from '../http-api.ts';

type Props = { feedback: FeedbackRow; onClose: () => void; onDone: () => void };
type Fields = { answer?: string; settles: boolean };

/** Answers what a member wrote; they are told. */
export function AnswerForm({ feedback: { id, version, title, content, answer }, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form, { onStale: onDone });
  const submit = async ({ answer = '', settles }: Fields) => {
    if (await save(() => api.feedback.answer({ body: { id, version, answer, settles } }), '答复了，对方会收到通知'))
      onDone();
  };
  return (
    <FormModal
      title={`答复「${title}」`}
      okText="答复"
      form={form}
      initial={{ answer, settles: true }}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
      above={<p className="written asked">{content}</p>}
    >
      <Form.Item name="answer" label="答复">
        <Input.TextArea rows={5} maxLength={1000} showCount />
      </Form.Item>
      <Form.Item name="settles" valuePropName="checked">
        <Checkbox>已经解决</Checkbox>
      </Form.Item>
    </FormModal>
  );
}

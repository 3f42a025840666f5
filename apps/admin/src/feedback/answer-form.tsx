import type { FeedbackRow } from '@mojian/contract/admin/feedback';
import { Checkbox, Form, Input, Modal } from 'antd';
import { useSave } from '../form/use-save.ts';
import { api } from '../http-api.ts';
import { useOffice } from '../shell/use-office.ts';

type Props = { feedback: FeedbackRow; onClose: () => void; onDone: () => void };
type Fields = { answer?: string; settles: boolean };

/** Answers what a member wrote; they are told. */
export function AnswerForm({ feedback: { id, version, title, content, answer }, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form, { onStale: onDone });
  const isDemo = useOffice().role === 'demo';
  const submit = async ({ answer = '', settles }: Fields) => {
    if (await save(() => api.feedback.answer({ body: { id, version, answer, settles } }), '答复了，对方会收到通知'))
      onDone();
  };
  return (
    <Modal
      open
      title={`答复「${title}」`}
      okText="答复"
      okButtonProps={{ disabled: isDemo, loading: isSaving }}
      onOk={() => form.submit()}
      onCancel={onClose}
      maskClosable={false}
    >
      <p className="written">{content}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ answer, settles: true }}
        onFinish={submit}
        requiredMark={false}
      >
        <Form.Item name="answer" label="答复">
          <Input.TextArea rows={5} maxLength={1000} showCount />
        </Form.Item>
        <Form.Item name="settles" valuePropName="checked">
          <Checkbox>已经解决</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}

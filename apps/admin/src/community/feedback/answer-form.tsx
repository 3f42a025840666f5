import type { FeedbackRow } from '@mojian/contract/community/feedback-admin';
import { Checkbox, Form, Input } from 'antd';
import { SaveForm } from '../../platform/form/save-form.tsx';
import { api } from '../../platform/http-api.ts';

type Props = { feedback: FeedbackRow; onClose: () => void; onDone: () => void };
type Fields = { answer?: string; settles: boolean };

/** Answers what a member wrote; they are told. */
export function AnswerForm({ feedback: { id, version, title, content, answer }, ...ends }: Props) {
  return (
    <SaveForm<Fields>
      {...ends}
      title={`答复「${title}」`}
      okText="答复"
      said="已答复，对方会收到通知"
      initial={{ answer, settles: true }}
      send={({ answer = '', settles }) => api.feedback.answer({ body: { id, version, answer, settles } })}
      above={<p className="written asked">{content}</p>}
    >
      <Form.Item name="answer" label="答复">
        <Input.TextArea rows={5} maxLength={1000} showCount />
      </Form.Item>
      <Form.Item name="settles" valuePropName="checked">
        <Checkbox>已经解决</Checkbox>
      </Form.Item>
    </SaveForm>
  );
}

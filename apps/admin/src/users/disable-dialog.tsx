import type { MemberDetail } from '@mojian/contract/admin/member-detail';
import { isFailure } from '@mojian/contract/failures';
import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { api } from '../http-api.ts';
import { wordsOf } from '../words-of.ts';

type Values = { reason: string; days: string; until?: string };
type Props = { member: Pick<MemberDetail, 'id' | 'nickname'>; close: (isDone: boolean) => void };

const lengths = { 1: '1 天', 7: '7 天', 30: '30 天', 365: '1 年', date: '到某一天', ever: '一直，直到恢复' };
const day = 24 * 3_600_000;

/** Asks why and until when, and says what will happen. */
export function DisableDialog({ member, close }: Props) {
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const days = Form.useWatch('days', form);
  const save = async (values: Values) => {
    setBusy(true);
    try {
      const { reason = '' } = values;
      await api.members.disable({ body: { id: member.id, reason, until: untilOf(values) } });
      close(true);
    } catch (error) {
      const field = isFailure(error) && error.field === 'until' ? 'until' : 'reason';
      form.setFields([{ name: field, errors: [wordsOf(error)] }]);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`停用 ${member.nickname}`}
      okText="停用"
      okButtonProps={{ danger: true, htmlType: 'submit', form: 'disable', loading: isBusy }}
      onCancel={() => close(false)}
    >
      <p>对方在所有设备上立刻退出，登录时会看到原因。写过的都还在。有邮箱的会收到一封信。</p>
      <Form id="disable" form={form} layout="vertical" initialValues={{ days: '7' }} onFinish={save}>
        <Form.Item name="reason" label="原因">
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
        <Form.Item name="days" label="停用多久">
          <Select options={Object.entries(lengths).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        {days === 'date' && (
          <Form.Item name="until" label="到这一天">
            <Input type="date" />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}

function untilOf({ days, until }: Values) {
  if (days === 'ever') return null;
  if (days !== 'date') return new Date(Date.now() + Number(days) * day).toISOString();
  return until ? new Date(`${until}T00:00`).toISOString() : '';
}

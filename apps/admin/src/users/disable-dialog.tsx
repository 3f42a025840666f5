import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { FormModal } from '../form/form-modal.tsx';
import { showFaults } from '../form/show-faults.ts';
import { wordsOf } from '../words-of.ts';

type Values = { reason: string; days: string; until?: string };
export type Bar = { reason: string; until: string | null };
type Props = { who: string; disable: (bar: Bar) => Promise<unknown>; close: () => void };

const lengths = { 1: '1 天', 7: '7 天', 30: '30 天', 365: '1 年', date: '到某一天', ever: '一直，直到恢复' };
const day = 24 * 3_600_000;

/** Asks why and until when, and says what will happen. `disable` closes it when it is done. */
export function DisableDialog({ who, disable, close }: Props) {
  const [form] = Form.useForm<Values>();
  const [isSaving, setSaving] = useState(false);
  const days = Form.useWatch('days', form);
  const save = async (values: Values) => {
    setSaving(true);
    try {
      await disable({ reason: values.reason ?? '', until: untilOf(values) });
    } catch (error) {
      if (!showFaults(form, error)) form.setFields([{ name: 'reason', errors: [wordsOf(error)] }]);
      setSaving(false);
    }
  };
  return (
    <FormModal<Values>
      {...{ title: `停用 ${who}`, okText: '停用', isDanger: true, form, isSaving, onSubmit: save, onClose: close }}
      initial={{ days: '7' }}
      above={<p>对方在所有设备上立刻退出，登录时会看到原因。写过的都还在。有邮箱的会收到一封信。</p>}
    >
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
    </FormModal>
  );
}

function untilOf({ days, until }: Values) {
  if (days === 'ever') return null;
  if (days !== 'date') return new Date(Date.now() + Number(days) * day).toISOString();
  return until ? new Date(`${until}T00:00`).toISOString() : '';
}

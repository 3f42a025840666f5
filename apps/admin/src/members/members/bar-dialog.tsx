import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { FormModal } from '../../platform/form/form-modal.tsx';
import { showFaults } from '../../platform/form/show-faults.ts';
import { wordsOf } from '../../platform/words-of.ts';

type Values = { reason: string; days: string; until?: string };
export type Bar = { reason: string; until: string | null };
type Props = {
  /** What is done, as the button says it. */
  verb: string;
  who: string;
  /** What will happen. */
  words: string;
  /** Days, `date` for a day that is chosen, `ever`. */
  lengths: [value: string, label: string][];
  send: (bar: Bar) => Promise<unknown>;
  close: () => void;
};

const day = 24 * 3_600_000;

/** Asks why and until when, and says what will happen. `send` closes it when it is done. */
export function BarDialog({ verb, who, words, lengths, send, close }: Props) {
  const [form] = Form.useForm<Values>();
  const [isSaving, setSaving] = useState(false);
  const days = Form.useWatch('days', form);
  const save = async (values: Values) => {
    setSaving(true);
    try {
      await send({ reason: values.reason ?? '', until: untilOf(values) });
    } catch (error) {
      if (!showFaults(form, error)) form.setFields([{ name: 'reason', errors: [wordsOf(error)] }]);
      setSaving(false);
    }
  };
  return (
    <FormModal<Values>
      {...{ title: `${verb} ${who}`, okText: verb, isDanger: true, form, isSaving, onSubmit: save, onClose: close }}
      initial={{ days: '7' }}
      above={<p>{words}</p>}
    >
      <Form.Item name="reason" label="原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
      <Form.Item name="days" label={`${verb}多久`}>
        <Select options={lengths.map(([value, label]) => ({ value, label }))} />
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

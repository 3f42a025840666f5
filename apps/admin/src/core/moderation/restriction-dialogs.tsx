import { Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { FormModal, showFaults } from '../../platform/form/form.tsx';
import { errorText } from '../../platform/http-api.ts';
import type { Sweep } from './hide-writings.ts';

type DisableDialogProps = { who: string; disable: (bar: Disabling) => Promise<unknown>; close: () => void };
export type Disabling = Restriction & { writings: Sweep };

const disableLengths: [string, string][] = [
  ['1', '1 天'],
  ['7', '7 天'],
  ['30', '30 天'],
  ['365', '1 年'],
  ['date', '到某一天'],
  ['ever', '一直，直到恢复'],
];

export function DisableDialog({ who, disable, close }: DisableDialogProps) {
  const words = '对方在所有设备上立刻退出，登录时会看到原因。有邮箱的会收到一封信。';
  return (
    <RestrictionDialog
      verb="停用"
      who={who}
      words={words}
      lengths={disableLengths}
      close={close}
      send={(bar, writings) => disable({ ...bar, writings })}
    >
      <Form.Item name="writings" label="写过的" extra="收起或删除的，三十天之内都能在这个账号的页上全部放回。">
        <Radio.Group
          options={[
            { value: 'keep', label: '都留着' },
            { value: 'hide', label: '都收起来' },
            { value: 'delete', label: '都删除' },
          ]}
        />
      </Form.Item>
    </RestrictionDialog>
  );
}

type MuteDialogProps = { who: string; mute: (bar: Restriction) => Promise<unknown>; close: () => void };

const muteLengths: [string, string][] = [
  ['1', '1 天'],
  ['7', '7 天'],
  ['30', '30 天'],
  ['ever', '永久，直到解除'],
];

export function MuteDialog({ who, mute, close }: MuteDialogProps) {
  const words =
    '对方照常登录和阅读，但不能评论、发说说、留言、聊天、投稿、写反馈和申请友链。原因会通知对方；写过的都还在。';
  return <RestrictionDialog verb="禁言" who={who} words={words} lengths={muteLengths} close={close} send={mute} />;
}

type Values = { reason: string; days: string; until?: string; writings?: Sweep };
export type Restriction = { reason: string; until: string | null };
type RestrictionDialogProps = {
  verb: string;
  who: string;
  words: string;
  /** Days as a number, `date` for a chosen day, `ever`. */
  lengths: [value: string, label: string][];
  send: (bar: Restriction, writings: Sweep) => Promise<unknown>;
  close: () => void;
  children?: React.ReactNode;
};

const dayMs = 24 * 3_600_000;

/** Asks for reason and duration; `send` closes the dialog on success. */
function RestrictionDialog({ verb, who, words, lengths, send, close, children }: RestrictionDialogProps) {
  const [form] = Form.useForm<Values>();
  const [isSaving, setSaving] = useState(false);
  const days = Form.useWatch('days', form);
  const save = async (values: Values) => {
    setSaving(true);
    try {
      await send({ reason: values.reason ?? '', until: untilOf(values) }, values.writings ?? 'keep');
    } catch (error) {
      if (!showFaults(form, error)) form.setFields([{ name: 'reason', errors: [errorText(error)] }]);
      setSaving(false);
    }
  };
  return (
    <FormModal<Values>
      title={`${verb} ${who}`}
      okText={verb}
      isDanger
      form={form}
      isSaving={isSaving}
      onSubmit={save}
      onClose={close}
      initial={{ days: '7', writings: 'keep' }}
      above={<p>{words}</p>}
    >
      <Form.Item name="reason" label="原因" required>
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
      {children}
    </FormModal>
  );
}

function untilOf({ days, until }: Values) {
  if (days === 'ever') return null;
  if (days !== 'date') return new Date(Date.now() + Number(days) * dayMs).toISOString();
  return until ? new Date(`${until}T00:00`).toISOString() : '';
}

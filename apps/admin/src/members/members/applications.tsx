import { type Provider, providerNames } from '@mojian/contract/core/social-providers';
import type { Application } from '@mojian/contract/members/registration';
import type { BatchResult } from '@mojian/contract/platform/fields';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { FormModal, showFaults } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { LongText } from '../../platform/listing/cells.tsx';
import { useQuestion } from '../../platform/listing/dialogs.ts';
import { type RowFields, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { State } from '../../platform/state.tsx';
import { MembersNav } from './users.tsx';

const approve = { name: 'approve', title: '通过', strong: true, key: 'a' };
const refuse = { name: 'refuse', title: '拒绝', key: 'r' };

const filters = {
  state: { label: '状态', unset: '待通过', options: { refused: '未通过' } },
} satisfies FiltersFor<typeof api.registration.applications>;

const fields: RowFields<Application> = {
  nickname: { title: '申请人', cell: (_, row) => <Applicant row={row} /> },
  words: { title: '附言', cell: (words) => (words ? <LongText text={words} /> : '—') },
  place: { title: '来源', isTight: true, cell: (place) => place || '—' },
  state: { title: '状态', cell: (_, row) => <ApplicationState {...row} /> },
  createdAt: time('时间'),
};

export function Component() {
  const refusal = useQuestion<number[], BatchResult>();
  const act = (ids: number[], name: string) => {
    if (name === approve.name) return api.registration.decide({ body: { ids, act: 'approve' } });
    return refusal.ask(ids);
  };
  return (
    <>
      <Listing<Application>
        title="注册申请"
        none="没有待通过的申请"
        extra={<MembersNav here="/applications" />}
        load={api.registration.applications}
        follows={['users']}
        filters={filters}
        fields={fields}
        hasCsv={false}
        acts={[approve, refuse]}
        rowActs={({ state }) => (state === 'waiting' ? [approve, refuse] : [])}
        act={act}
      />
      {refusal.question && <RefuseDialog ids={refusal.question} end={refusal.answer} />}
    </>
  );
}

function Applicant({ row: { nickname, email, way } }: { row: Application }) {
  const from = Object.hasOwn(providerNames, way) ? providerNames[way as Provider] : '微信公众号';
  return (
    <span className="user-person">
      <span>
        <b>{nickname}</b>
        <small>{email || `用${from}登录`}</small>
      </span>
    </span>
  );
}

function ApplicationState({ state, reason }: Application) {
  return state === 'waiting' ? <State tone="wait">待通过</State> : <State tone="bad">未通过：{reason}</State>;
}

type RefuseProps = { ids: number[]; end: (result?: BatchResult) => void };

/** Asks for the reason; the list says how many were refused, and why others were not. */
function RefuseDialog({ ids, end }: RefuseProps) {
  const [form] = Form.useForm<{ reason: string }>();
  const [isSaving, setSaving] = useState(false);
  const submit = async ({ reason = '' }: { reason: string }) => {
    setSaving(true);
    try {
      end(await api.registration.decide({ body: { act: 'refuse', ids, reason } }));
    } catch (error) {
      if (!showFaults(form, error)) form.setFields([{ name: 'reason', errors: [errorText(error)] }]);
      setSaving(false);
    }
  };
  return (
    <FormModal
      title={ids.length > 1 ? `拒绝 ${ids.length} 份申请` : '拒绝这份申请'}
      okText="拒绝"
      isDanger
      form={form}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={() => end()}
      above={<p>申请人下次登录时会看到原因；本站能寄信的话，也写信告诉他。</p>}
    >
      <Form.Item name="reason" label="原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormModal>
  );
}

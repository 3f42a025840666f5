import type { Application } from '@mojian/contract/members/registration';
import type { Provider } from '@mojian/contract/members/social';
import { providerNames } from '@mojian/contract/members/social-texts';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { FormModal, useSave } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import { Listing } from '../../platform/listing/listing.tsx';
import { LongText } from '../../platform/listing/writings.tsx';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { MembersNav } from './users.tsx';

const approve = { name: 'approve', title: '通过', strong: true, key: 'a' };

export function Component() {
  const [refused, setRefused] = useState<number[]>();
  const [round, setRound] = useState(0);
  const refuse = { name: 'refuse', title: '拒绝', key: 'x' };
  return (
    <>
      <Listing<Application>
        name="注册申请"
        title="注册申请"
        none="没有待通过的申请"
        round={round}
        extra={<MembersNav here="/applications" />}
        load={api.registration.applications}
        follows={['users']}
        filters={[{ name: 'state', label: '状态', unset: '待通过', options: [{ value: 'refused', label: '未通过' }] }]}
        acts={[approve, refuse]}
        rowActs={({ id, state }) => (state === 'waiting' ? [approve, { ...refuse, open: () => setRefused([id]) }] : [])}
        act={async (ids, act) => {
          if (act === 'approve') return api.registration.decide({ body: { ids, act } });
          setRefused(ids);
          return undefined;
        }}
        columns={[
          { key: 'who', title: '申请人', render: (_, row) => <Applicant row={row} /> },
          { key: 'words', title: '附言', render: (_, { words }) => (words ? <LongText text={words} /> : '—') },
          { key: 'place', title: '来源', className: 'listing-tight', render: (_, { place }) => place || '—' },
          { key: 'state', title: '状态', render: (_, row) => <ApplicationState {...row} /> },
          { key: 'createdAt', title: '时间', render: (_, { createdAt }) => <ShortTime time={createdAt} /> },
        ]}
      />
      {refused && (
        <RefuseDialog
          ids={refused}
          onClose={() => setRefused(undefined)}
          onDone={() => {
            setRefused(undefined);
            setRound((now) => now + 1);
          }}
        />
      )}
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

type RefuseProps = { ids: number[]; onClose: () => void; onDone: () => void };

function RefuseDialog({ ids, onClose, onDone }: RefuseProps) {
  const [form] = Form.useForm<{ reason: string }>();
  const { save, isSaving } = useSave(form);
  const submit = async ({ reason = '' }: { reason: string }) => {
    if (await save(() => api.registration.decide({ body: { act: 'refuse', ids, reason } }), '已拒绝')) onDone();
  };
  return (
    <FormModal
      title={ids.length > 1 ? `拒绝 ${ids.length} 份申请` : '拒绝这份申请'}
      okText="拒绝"
      isDanger
      form={form}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
      above={<p>申请人下次登录时会看到原因；本站能寄信的话，也写信告诉他。</p>}
    >
      <Form.Item name="reason" label="原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormModal>
  );
}

import type { Invitation } from '@mojian/contract/members/registration';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Form, Input, InputNumber, Typography } from 'antd';
import { useState } from 'react';
import { FormModal, useSave } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { Listing } from '../../platform/listing/listing.tsx';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { MembersNav } from './users.tsx';

const states = {
  good: <State tone="ok">可用</State>,
  used: <State tone="off">已用完</State>,
  over: <State tone="off">已过期</State>,
  revoked: <State tone="off">已作废</State>,
};

export function Component() {
  const { modal, message } = App.useApp();
  const [isOpen, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  const again = () => setRound((now) => now + 1);
  const revoke = ({ id }: Invitation) =>
    modal.confirm({
      title: '作废这个邀请码？',
      content: '没有用完的次数不再有效；已经用它注册的人不受影响。',
      okText: '作废',
      onOk: () =>
        api.registration.revoke({ query: { id } }).then(again, (error) => void message.error(errorText(error))),
    });
  return (
    <>
      <Listing<Invitation>
        name="邀请码"
        title="邀请码"
        none="还没有发过邀请码"
        round={round}
        extra={
          <>
            <MembersNav here="/invitations" />
            <Button type="primary" icon={<Icon name="plus" />} onClick={() => setOpen(true)}>
              新建邀请码
            </Button>
          </>
        }
        load={api.registration.invitations}
        follows={['users']}
        rowActs={(row) => (row.state === 'good' ? [{ name: 'revoke', title: '作废', open: () => revoke(row) }] : [])}
        columns={[
          { key: 'code', title: '邀请码', render: (_, row) => <Code row={row} /> },
          { key: 'note', title: '备注', render: (_, { note }) => note || '—' },
          {
            key: 'used',
            title: '用过',
            className: 'listing-tight',
            render: (_, { used, uses }) => `${used} / ${uses} 次`,
          },
          { key: 'state', title: '状态', render: (_, { state }) => states[state] },
          { key: 'expiresAt', title: '到期', render: (_, { expiresAt }) => <ShortTime time={expiresAt} /> },
          { key: 'creator', title: '创建人', className: 'listing-tight', render: (_, { creator }) => creator },
        ]}
      />
      {isOpen && (
        <NewInvitation
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            again();
          }}
        />
      )}
    </>
  );
}

function Code({ row: { code, link, state } }: { row: Invitation }) {
  if (state !== 'good') return <span>{code}</span>;
  return (
    <Typography.Text
      copyable={{
        text: link,
        icon: [<span key="copy">复制邀请链接</span>, <span key="copied">复制成功</span>],
        tooltips: false,
      }}
    >
      <code>{code}</code>
    </Typography.Text>
  );
}

type Fields = { uses: number; days: number; note?: string };

function NewInvitation({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form);
  const submit = async ({ uses, days, note = '' }: Fields) => {
    if (await save(() => api.registration.invite({ body: { uses, days, note } }), '邀请码在列表里，复制链接发给对方'))
      onDone();
  };
  return (
    <FormModal<Fields>
      title="新建邀请码"
      okText="生成"
      form={form}
      initial={{ uses: 1, days: 7 }}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="uses" label="可用几次">
        <InputNumber min={1} max={1000} precision={0} suffix="次" />
      </Form.Item>
      <Form.Item name="days" label="几天内有效">
        <InputNumber min={1} max={365} precision={0} suffix="天" />
      </Form.Item>
      <Form.Item name="note" label="备注">
        <Input placeholder="给谁的，可以不填" maxLength={60} />
      </Form.Item>
    </FormModal>
  );
}

import type { Invitation } from '@mojian/contract/members/registration';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Form, Input, InputNumber, Typography } from 'antd';
import { FormModal, useSave } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { useListDialog } from '../../platform/listing/dialogs.ts';
import { type RowFields, state, text, time } from '../../platform/listing/fields.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { MembersNav } from './users.tsx';

const states = { good: '可用', used: '已用完', over: '已过期', revoked: '已作废' };
const tones = { good: 'ok', used: 'off', over: 'off', revoked: 'off' } as const;

const fields: RowFields<Invitation> = {
  code: { title: '邀请码', cell: (_, row) => <Code row={row} /> },
  note: { title: '备注', cell: (note) => note || '—' },
  used: { title: '用过', isTight: true, cell: (used, { uses }) => `${used} / ${uses} 次` },
  state: state('状态', states, tones),
  expiresAt: time('到期'),
  creator: text('创建人', { isTight: true }),
};

export function Component() {
  const { modal, message } = App.useApp();
  const { open, show, round, reload, ends } = useListDialog<'form'>();
  const revoke = ({ id }: Invitation) =>
    modal.confirm({
      title: '作废这个邀请码？',
      content: '没有用完的次数不再有效；已经用它注册的人不受影响。',
      okText: '作废',
      onOk: () =>
        api.registration.revoke({ query: { id } }).then(reload, (error) => void message.error(errorText(error))),
    });
  return (
    <>
      <Listing<Invitation>
        title="邀请码"
        none="还没有发过邀请码"
        round={round}
        extra={
          <>
            <MembersNav here="/invitations" />
            <Button type="primary" icon={<Icon name="plus" />} onClick={() => show('form')}>
              新建邀请码
            </Button>
          </>
        }
        load={api.registration.invitations}
        follows={['users']}
        rowActs={(row) => (row.state === 'good' ? [{ name: 'revoke', title: '作废', open: () => revoke(row) }] : [])}
        fields={fields}
        hasCsv={false}
      />
      {open && <NewInvitation {...ends} />}
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

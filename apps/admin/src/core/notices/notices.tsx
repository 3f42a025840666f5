import type { BroadcastRow } from '@mojian/contract/core/notices';
import { isFailure } from '@mojian/contract/platform/failures';
import type { Role } from '@mojian/contract/platform/permissions';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Form, Input, Modal, Radio, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useSave } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { LongText } from '../../platform/listing/cells.tsx';
import { useListDialog } from '../../platform/listing/dialogs.ts';
import { exported, type RowFields, text, time } from '../../platform/listing/fields.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { roleNames } from '../../platform/role-names.ts';
import { selectOptions } from '../../platform/select-options.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { State } from '../../platform/state.tsx';
import '../../platform/form/form.css';
import './notice-form.css';

const states = { waiting: '等待发送', sending: '正在发送', sent: '已发送', undone: '已撤回' };
const tones = { waiting: 'wait', sending: 'plan', sent: 'ok', undone: 'off' } as const;

const recipientName = ({ to, role }: BroadcastRow) => to?.nickname ?? (role === '' ? '所有人' : roleNames[role]);

const fields: RowFields<BroadcastRow> = {
  id: exported('编号'),
  title: { title: '通知', cell: (_, row) => <NoticeText row={row} />, csvTitle: '标题', csv: (title) => title },
  text: exported('内容'),
  to: {
    title: '发给',
    isTight: true,
    cell: (_, row) => recipientName(row),
    csv: (_, row) => recipientName(row),
  },
  state: {
    title: '状态',
    cell: (state, { told: recipients }) => (
      <State tone={tones[state]}>
        {states[state]}
        {recipients > 0 && `，${recipients} 人`}
      </State>
    ),
    csv: (state) => states[state],
  },
  told: exported('人数'),
  actor: text('发送人'),
  createdAt: time('时间'),
};

export function Component() {
  const { message } = App.useApp();
  const { open, show, round, reload, ends } = useListDialog<'form'>();
  const isDemo = useOffice().role === 'demo';
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts the timer after every reload
  useEffect(() => {
    const timer = setTimeout(reload, 35_000);
    return () => clearTimeout(timer);
  }, [round, reload]);
  const undo = (id: number) =>
    api.notices
      .undo({ body: { id } })
      .then(
        () => message.success('已撤回，谁也没有收到'),
        (error) => message.error(errorText(error)),
      )
      .then(reload);
  return (
    <>
      <Listing<BroadcastRow>
        title="通知"
        none="还没有发过通知"
        round={round}
        load={api.notices.list}
        follows={['notices']}
        rowActs={({ id, state }) =>
          state === 'waiting' && !isDemo
            ? [{ name: 'undo', title: '撤回', strong: true, open: () => void undo(id) }]
            : []
        }
        fields={fields}
        extra={
          <Button type="primary" disabled={isDemo} onClick={() => show('form')}>
            写通知
          </Button>
        }
      />
      {open && <NoticeForm {...ends} />}
    </>
  );
}

function NoticeText({ row: { title, text, link } }: { row: BroadcastRow }) {
  return (
    <div className="listing-site">
      <b>{title}</b>
      <LongText text={text} />
      {link && (
        <a className="listing-site-address" href={link} title={link}>
          {link}
        </a>
      )}
    </div>
  );
}

type Props = { onClose: () => void; onDone: () => void };

function NoticeForm({ onClose, onDone }: Props) {
  const id = useId();
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form);
  const [audience, setAudience] = useState<Audience>();
  const preview = async (fields: Fields) => {
    const faults = findFaults(fields);
    if (faults[0]) {
      form.setFields(faults);
      return form.scrollToField(faults[0].name, { focus: true, block: 'nearest' });
    }
    const { whom, nickname = '', role } = fields;
    const query = { ...(whom === 'one' && { nickname }), ...(whom === 'role' && role && { role }) };
    try {
      setAudience(await api.notices.audience({ query }));
    } catch (error) {
      const name = whom === 'one' ? 'nickname' : 'text';
      form.setFields([{ name, errors: [isFailure(error) ? error.message : '查询失败，请重试'] }]);
    }
  };
  const send = async () => {
    const { whom, role = '', title = '', text = '', link = '' } = form.getFieldsValue();
    const to = { userId: audience?.to?.id ?? null, role: whom === 'role' ? role : '' } as const;
    if (await save(() => api.notices.send({ body: { ...to, title, text, link } }), '半分钟后发送，在那之前可以撤回'))
      onDone();
    else setAudience(undefined);
  };
  return (
    <Modal
      open
      className="form-modal"
      title={audience ? '发送前预览' : '写通知'}
      okText={audience ? '发送' : '预览'}
      cancelText={audience ? '返回修改' : '取消'}
      okButtonProps={{
        loading: isSaving,
        disabled: audience?.count === 0,
        ...(!audience && { htmlType: 'submit' as const, form: id }),
      }}
      onOk={() => audience && void send()}
      onCancel={() => (audience ? setAudience(undefined) : onClose())}
      maskClosable={false}
    >
      {audience && <NoticePreview fields={form.getFieldsValue()} audience={audience} />}
      <Form
        id={id}
        form={form}
        layout="vertical"
        hidden={audience !== undefined}
        initialValues={{ whom: 'all', role: 'member' }}
        onFinish={preview}
        requiredMark={false}
      >
        <RecipientFields />
        <TextFields />
      </Form>
    </Modal>
  );
}

function TextFields() {
  return (
    <>
      <Form.Item name="title" label="标题">
        <Input maxLength={60} showCount />
      </Form.Item>
      <Form.Item name="text" label="内容">
        <Input.TextArea rows={5} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="link" label="点击后打开" extra="本站的地址，如 /article/1；可以不填。">
        <Input />
      </Form.Item>
    </>
  );
}

const recipientOptions = [
  { value: 'all', label: '所有人' },
  { value: 'role', label: '一个角色' },
  { value: 'one', label: '一个人' },
];

function RecipientFields() {
  const whom = Form.useWatch<Fields['whom']>('whom') ?? 'all';
  return (
    <>
      <Form.Item name="whom" label="发给">
        <Radio.Group options={recipientOptions} />
      </Form.Item>
      {whom === 'one' && (
        <Form.Item name="nickname" label="昵称">
          <Input maxLength={60} />
        </Form.Item>
      )}
      {whom === 'role' && (
        <Form.Item name="role" label="角色">
          <Select options={selectOptions(roleNames)} />
        </Form.Item>
      )}
    </>
  );
}

type Fields = {
  whom: 'all' | 'role' | 'one';
  nickname?: string;
  role?: Role;
  title?: string;
  text?: string;
  link?: string;
};
type Audience = { count: number; to: { id: number; nickname: string } | null };

/** Checks a notice before its preview; the result is what antd's form takes. */
function findFaults(fields: Fields) {
  const needed = [
    ...(fields.whom === 'one' ? [{ name: 'nickname', words: '请输入昵称' } as const] : []),
    { name: 'title', words: '请输入标题' } as const,
    { name: 'text', words: '请输入内容' } as const,
  ];
  const missing = needed.filter(({ name }) => (fields[name] ?? '').trim() === '');
  const isPath = /^\s*(\/(?![/\\]).*)?$/.test(fields.link ?? '');
  const wrong = isPath ? missing : [...missing, { name: 'link', words: '请输入本站的地址，如 /article/1' } as const];
  return wrong.map(({ name, words }) => ({ name, errors: [words] }));
}

function NoticePreview({ fields: { whom, role, title, text, link }, audience }: PreviewProps) {
  const { count, to } = audience;
  const who = whom === 'role' && role ? `${roleNames[role]}：` : '';
  return (
    <>
      <p>
        {to ? `只有${to.nickname}会收到。` : `${who}${count} 人会收到。`}
        {count > 0 && '半分钟后发送，在那之前可以撤回。'}
      </p>
      <div className="notice-preview">
        <span className="notice-bell">
          <Icon name="bell" />
        </span>
        <div>
          <p>
            <b>系统</b> {title} <span className="quiet">刚刚</span>
          </p>
          <blockquote>{text}</blockquote>
        </div>
      </div>
      {link && <p className="quiet">点击后打开 {link}</p>}
    </>
  );
}

type PreviewProps = { fields: Fields; audience: Audience };

import type { BroadcastRow } from '@mojian/contract/core/notices';
import { App, Button } from 'antd';
import { useEffect, useState } from 'react';
import { roleNames } from '../../members/members/user-state.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { Listing } from '../../platform/listing/listing.tsx';
import type { Column } from '../../platform/listing/rows.tsx';
import { LongText } from '../../platform/listing/writings.tsx';
import { useOffice } from '../../platform/shell/office.tsx';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { NoticeForm } from './notice-form.tsx';

const states = { waiting: '等待发送', sending: '正在发送', sent: '已发送', undone: '已撤回' };
const tones = { waiting: 'wait', sending: 'plan', sent: 'ok', undone: 'off' } as const;

const recipientName = ({ to, role }: BroadcastRow) => to?.nickname ?? (role === '' ? '所有人' : roleNames[role]);

const csv = [
  { title: '编号', text: ({ id }: BroadcastRow) => id },
  { title: '标题', text: ({ title }: BroadcastRow) => title },
  { title: '内容', text: ({ text }: BroadcastRow) => text },
  { title: '发给', text: recipientName },
  { title: '状态', text: ({ state }: BroadcastRow) => states[state] },
  { title: '人数', text: (row: BroadcastRow) => row.told },
  { title: '发送人', text: ({ actor }: BroadcastRow) => actor },
  { title: '时间', text: ({ createdAt }: BroadcastRow) => createdAt },
];

const columns: Column<BroadcastRow>[] = [
  { key: 'what', title: '通知', render: (_, row) => <NoticeText row={row} /> },
  { key: 'to', title: '发给', className: 'tight', render: (_, row) => recipientName(row) },
  {
    key: 'state',
    title: '状态',
    render: (_, { state, told: recipients }) => (
      <State tone={tones[state]}>
        {states[state]}
        {recipients > 0 && `，${recipients} 人`}
      </State>
    ),
  },
  { key: 'actor', title: '发送人', dataIndex: 'actor' },
  { key: 'createdAt', title: '时间', render: (_, { createdAt }) => <ShortTime time={createdAt} /> },
];

export function Component() {
  const { message } = App.useApp();
  const [isWriting, setWriting] = useState(false);
  const [round, setRound] = useState(0);
  const isDemo = useOffice().role === 'demo';
  const again = () => setRound((now) => now + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again once a waiting notice was sent
  useEffect(() => {
    const timer = setTimeout(() => setRound((now) => now + 1), 35_000);
    return () => clearTimeout(timer);
  }, [round]);
  const undo = (id: number) =>
    api.notices
      .undo({ body: { id } })
      .then(
        () => message.success('已撤回，谁也没有收到'),
        (error) => message.error(errorText(error)),
      )
      .then(again);
  return (
    <>
      <Listing<BroadcastRow>
        name="通知"
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
        columns={columns}
        csv={csv}
        extra={
          <Button type="primary" disabled={isDemo} onClick={() => setWriting(true)}>
            写通知
          </Button>
        }
      />
      {isWriting && (
        <NoticeForm
          onClose={() => setWriting(false)}
          onSent={() => {
            setWriting(false);
            again();
          }}
        />
      )}
    </>
  );
}

function NoticeText({ row: { title, text, link } }: { row: BroadcastRow }) {
  return (
    <div className="site">
      <b>{title}</b>
      <LongText text={text} />
      {link && (
        <a className="site-address" href={link} title={link}>
          {link}
        </a>
      )}
    </div>
  );
}

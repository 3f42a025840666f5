import type { FeedbackRow } from '@mojian/contract/community/feedback';
import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { SaveForm } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import type { BatchAction } from '../../platform/listing/actions.tsx';
import type { CsvColumn } from '../../platform/listing/csv.ts';
import type { Filter } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import type { Column } from '../../platform/listing/rows.tsx';
import { LongText, Person } from '../../platform/listing/writings.tsx';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';

const types = { 1: '建议', 2: '问题' } as Record<number, string>;

type Act = 'settle' | 'reopen';

const markSettled: BatchAction<Act> = {
  name: 'settle',
  title: '已解决',
  confirm: '写的人会收到「已经解决」的通知。',
  key: 'a',
};
const reopen: BatchAction<Act> = { name: 'reopen', title: '重新打开' };

export function Component() {
  const [answered, setAnswered] = useState<FeedbackRow>();
  const [round, setRound] = useState(0);
  return (
    <>
      <Listing<FeedbackRow, Act>
        name="反馈"
        title="反馈"
        none="没有待答复的反馈"
        round={round}
        load={api.feedback.list}
        follows={['feedback', 'users']}
        act={(ids, act) => api.feedback.act({ body: { ids, act } })}
        acts={[markSettled, reopen]}
        rowActs={(row) => [
          {
            name: 'answer',
            title: row.answer ? '修改答复' : '答复',
            strong: true,
            key: 'Enter r',
            open: () => setAnswered(row),
          },
          row.settledAt === null ? markSettled : reopen,
        ]}
        filters={filters}
        columns={columns}
        csv={csv}
      />
      {answered && (
        <AnswerForm
          feedback={answered}
          onClose={() => setAnswered(undefined)}
          onDone={() => {
            setAnswered(undefined);
            setRound((now) => now + 1);
          }}
        />
      )}
    </>
  );
}

const filters: Filter[] = [
  { name: 'text', label: '标题与内容' },
  {
    name: 'state',
    label: '状态',
    unset: '等待处理',
    options: [
      { value: 'settled', label: '已解决' },
      { value: 'all', label: '全部' },
    ],
  },
  { name: 'type', label: '种类', options: Object.entries(types).map(([value, label]) => ({ value, label })) },
];

const columns: Column<FeedbackRow>[] = [
  { key: 'what', title: '反馈', render: (_, row) => <FeedbackText row={row} /> },
  { key: 'type', title: '种类', className: 'listing-tight', render: (_, { type }) => types[type] },
  { key: 'author', title: '作者', className: 'listing-tight', render: (_, { author }) => <Person {...author} /> },
  {
    key: 'state',
    title: '状态',
    render: (_, { settledAt }) =>
      settledAt === null ? <State tone="wait">等待处理</State> : <State tone="ok">已解决</State>,
  },
  { key: 'createdAt', title: '时间', render: (_, { createdAt }) => <ShortTime time={createdAt} /> },
];

const csv: CsvColumn<FeedbackRow>[] = [
  { title: '编号', text: ({ id }) => id },
  { title: '标题', text: ({ title }) => title },
  { title: '内容', text: ({ content }) => content },
  { title: '作者', text: ({ author }) => author.nickname },
  { title: '答复', text: ({ answer }) => answer },
  { title: '时间', text: ({ createdAt }) => createdAt },
];

function FeedbackText({ row: { title, content, answer } }: { row: FeedbackRow }) {
  return (
    <div>
      <b>{title}</b>
      <LongText text={content} />
      {answer && <LongText text={`答复：${answer}`} quiet />}
    </div>
  );
}

type Props = { feedback: FeedbackRow; onClose: () => void; onDone: () => void };
type Fields = { answer?: string; settles: boolean };

function AnswerForm({ feedback: { id, version, title, content, answer }, ...ends }: Props) {
  return (
    <SaveForm<Fields>
      {...ends}
      title={`答复「${title}」`}
      okText="答复"
      said="已答复，对方会收到通知"
      initial={{ answer, settles: true }}
      send={({ answer = '', settles }) => api.feedback.answer({ body: { id, version, answer, settles } })}
      above={<p className="writing-text form-answered">{content}</p>}
    >
      <Form.Item name="answer" label="答复">
        <Input.TextArea rows={5} maxLength={1000} showCount />
      </Form.Item>
      <Form.Item name="settles" valuePropName="checked">
        <Checkbox>已经解决</Checkbox>
      </Form.Item>
    </SaveForm>
  );
}

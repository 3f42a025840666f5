import type { FeedbackRow } from '@mojian/contract/community/feedback';
import { Checkbox, Form, Input } from 'antd';
import { SaveForm } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import type { BatchAction } from '../../platform/listing/actions.tsx';
import { LongText, person } from '../../platform/listing/cells.tsx';
import { useListDialog } from '../../platform/listing/dialogs.ts';
import { exported, type RowFields, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { State } from '../../platform/state.tsx';

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
  const { open, show, round, ends } = useListDialog<FeedbackRow>();
  return (
    <>
      <Listing<FeedbackRow, Act>
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
            open: () => show(row),
          },
          row.settledAt === null ? markSettled : reopen,
        ]}
        filters={filters}
        fields={fields}
      />
      {open && <AnswerForm feedback={open} {...ends} />}
    </>
  );
}

const filters = {
  text: '标题与内容',
  state: { label: '状态', unset: '等待处理', options: { settled: '已解决', all: '全部' } },
  type: { label: '种类', options: types },
} satisfies FiltersFor<typeof api.feedback.list>;

const fields: RowFields<FeedbackRow> = {
  id: exported('编号'),
  title: { title: '反馈', cell: (_, row) => <FeedbackText row={row} />, csvTitle: '标题', csv: (title) => title },
  content: exported('内容'),
  type: { title: '种类', isTight: true, cell: (type) => types[type] },
  author: person('作者'),
  answer: exported('答复'),
  settledAt: {
    title: '状态',
    cell: (at) => (at === null ? <State tone="wait">等待处理</State> : <State tone="ok">已解决</State>),
  },
  createdAt: time('时间'),
};

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

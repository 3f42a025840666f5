import type { OutboxEntry } from '@mojian/contract/operations/outbox';
import { kinds } from '@mojian/contract/platform/outbox-kinds';
import { exactTime } from '../../platform/day-time.ts';
import { api } from '../../platform/http-api.ts';
import { Listing } from '../../platform/listing/listing.tsx';
import { KeptLetters } from './kept-letters.tsx';
import './outbox.css';

const states = { waiting: '等待中', failing: '等待重试', 'given-up': '不再重试' };
const colours = { waiting: 'none', failing: 'warn', 'given-up': 'bad' };

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** What is still to be done after what was saved, and letters that found no server. */
export function Component() {
  return (
    <div className="outbox">
      <Listing<OutboxEntry>
        name="发件箱"
        title="发件箱"
        none="没有等待执行或等待重试的任务"
        load={api.outbox.list}
        act={(ids, act) => api.outbox.act({ body: { ids, act: act as 'retry' } })}
        acts={[
          { name: 'retry', title: '重试' },
          { name: 'drop', title: '放弃', confirm: '放弃之后不会再执行，也不能恢复。确定吗？' },
        ]}
        filters={[
          { name: 'state', label: '状态', options: options(states) },
          { name: 'kind', label: '类别', options: options(kinds) },
        ]}
        columns={[
          { key: 'kind', title: '任务', render: (_, { kind }) => kinds[kind] ?? kind },
          {
            key: 'state',
            title: '状态',
            render: (_, { state }) => <span className={`state ${colours[state]}`}>{states[state]}</span>,
          },
          { key: 'attempts', title: '已试次数', render: (_, { attempts }) => `${attempts} 次` },
          { key: 'dueAt', title: '下次重试', render: (_, { dueAt }) => (dueAt ? exactTime(dueAt) : '—') },
          { key: 'failure', title: '失败原因', dataIndex: 'failure', width: 420, ellipsis: true },
        ]}
        csv={[
          { title: '编号', text: ({ id }) => id },
          { title: '任务', text: ({ kind }) => kinds[kind] ?? kind },
          { title: '状态', text: ({ state }) => states[state] },
          { title: '已试次数', text: ({ attempts }) => attempts },
          { title: '失败原因', text: ({ failure }) => failure },
        ]}
      />
      <KeptLetters />
    </div>
  );
}

import type { AuditRow } from '@mojian/contract/admin/audit';
import { Link } from 'react-router';
import { api } from '../http-api.ts';
import { Listing } from '../listing/listing.tsx';
import { When } from '../users/when.tsx';
import { actWords, nounWords, subjectWords } from './act-words.ts';
import { Changes } from './changes.tsx';
import { changesOf } from './changes-of.ts';
import './audit.css';

const nouns = Object.entries(nounWords).map(([value, label]) => ({ value, label }));
const days = [
  { value: '1', label: '最近一天' },
  { value: '7', label: '最近 7 天' },
  { value: '30', label: '最近 30 天' },
];

export function Component() {
  return (
    <Listing<AuditRow>
      name="操作记录"
      title="操作记录"
      load={api.audit.list as never}
      filters={[
        { name: 'who', label: '谁做的' },
        { name: 'what', label: '操作', options: nouns },
        { name: 'days', label: '时间', options: days },
      ]}
      columns={[
        { key: 'act', title: '做了什么', render: (_, { act }) => actWords(act) },
        { key: 'subject', title: '对什么', render: (_, row) => <Subject row={row} /> },
        { key: 'changes', title: '变化', width: 420, render: (_, row) => <Changes {...row} /> },
        { key: 'actor', title: '谁', render: (_, { actor }) => <Actor {...actor} /> },
        { key: 'createdAt', title: '时间', render: (_, { createdAt }) => <When time={createdAt} /> },
      ]}
      csv={[
        { title: '时间', text: ({ createdAt }) => createdAt },
        { title: '谁', text: ({ actor }) => actor.name },
        { title: '操作', text: ({ act }) => act },
        { title: '对什么', text: ({ subject, title }) => [subject, title].filter(Boolean).join(' ') },
        { title: '变化', text: ({ before, after }) => changesOf(before, after).map(inLine).join('；') },
      ]}
    />
  );
}

function Actor({ id, name }: AuditRow['actor']) {
  return id === null ? <span>{name}</span> : <Link to={`/users/${id}`}>{name}</Link>;
}

function Subject({ row: { subject, title } }: { row: AuditRow }) {
  const [kind, id] = subject.split(':');
  const words = subjectWords(subject, title);
  return kind === 'user' ? <Link to={`/users/${id}`}>{words}</Link> : <span>{words}</span>;
}

function inLine({ field, before, after }: { field: string; before: string; after: string }) {
  return `${field}：${before} → ${after}`;
}

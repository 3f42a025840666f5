import { acts, actWords } from '@mojian/contract/core/acts';
import type { AuditRow } from '@mojian/contract/core/audit';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, downloadFrom, errorText } from '../../platform/http-api.ts';
import type { Filter } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import type { Column } from '../../platform/listing/rows.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { Changes, Subject } from './act-details.tsx';

const actOptions = Object.entries(acts).flatMap(([noun, { title, verbs }]) => [
  { value: noun, label: title },
  ...Object.keys(verbs).map((verb) => ({ value: `${noun}.${verb}`, label: actWords(`${noun}.${verb}`) })),
]);

const filters: Filter[] = [
  { name: 'who', label: '操作人' },
  { name: 'what', label: '操作', options: actOptions },
  { name: 'subject', label: '对象或改动内容' },
  {
    name: 'days',
    label: '时间',
    options: [
      { value: '1', label: '最近一天' },
      { value: '7', label: '最近 7 天' },
      { value: '30', label: '最近 30 天' },
    ],
  },
  { name: 'from', label: '从这一天', isDay: true },
  { name: 'to', label: '到这一天', isDay: true },
];

const columns: Column<AuditRow>[] = [
  {
    key: 'act',
    title: '操作',
    className: 'audit-whole',
    render: (_, { act }) => <b>{actWords(act)}</b>,
  },
  { key: 'subject', title: '对象', width: 220, render: (_, row) => <Subject row={row} /> },
  { key: 'changes', title: '变化', width: 400, render: (_, row) => <Changes {...row} /> },
  { key: 'actor', title: '操作人', className: 'audit-whole', render: (_, { actor }) => <Actor {...actor} /> },
  {
    key: 'createdAt',
    title: '时间',
    className: 'audit-whole',
    render: (_, { createdAt }) => <ShortTime time={createdAt} />,
  },
];

export function Component() {
  return (
    <Listing<AuditRow>
      name="操作记录"
      title="操作记录"
      none="还没有记录。在后台做的每一件事都会记在这里"
      load={api.audit.list}
      follows={['audit']}
      filters={filters}
      columns={columns}
      extra={<ExportActs names={filters.map(({ name }) => name)} />}
    />
  );
}

function Actor({ id, name }: AuditRow['actor']) {
  return id === null ? <span>{name}</span> : <Link to={`/users/${id}`}>{name}</Link>;
}

type Format = 'csv' | 'json';

const formats: { key: Format; label: string }[] = [
  { key: 'csv', label: 'CSV（表格）' },
  { key: 'json', label: '给程序读的格式' },
];

/** Exports all filtered acts as a file the server streams. */
function ExportActs({ names }: { names: string[] }) {
  const { message } = App.useApp();
  const [address] = useSearchParams();
  const [isAsking, setAsking] = useState(false);
  const start = async (format: Format) => {
    setAsking(true);
    try {
      const filter = Object.fromEntries(
        names.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])),
      );
      downloadFrom(await api.audit.download({ body: { ...filter, format } }));
    } catch (error) {
      message.error(errorText(error));
    }
    setAsking(false);
  };
  return (
    <Dropdown menu={{ items: formats, onClick: ({ key }) => start(key as Format) }} trigger={['click']}>
      <Button loading={isAsking}>导出</Button>
    </Dropdown>
  );
}

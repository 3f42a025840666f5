import { acts, actWords } from '@mojian/contract/core/acts';
import type { AuditRow } from '@mojian/contract/core/audit';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, downloadFrom, errorText } from '../../platform/http-api.ts';
import { oneOf } from '../../platform/listing/actions.tsx';
import { type RowFields, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { Changes, Subject } from './act-details.tsx';

const actOptions = Object.entries(acts).flatMap(([noun, { title, verbs }]) => [
  { value: noun, label: title },
  ...Object.keys(verbs).map((verb) => ({ value: `${noun}.${verb}`, label: actWords(`${noun}.${verb}`) })),
]);

const filters = {
  who: '操作人',
  what: { label: '操作', options: actOptions },
  subject: '对象或改动内容',
  days: { label: '时间', options: { 1: '最近一天', 7: '最近 7 天', 30: '最近 30 天' } },
  from: { label: '从这一天', isDay: true },
  to: { label: '到这一天', isDay: true },
} satisfies FiltersFor<typeof api.audit.list>;

const fields: RowFields<AuditRow> = {
  act: { title: '操作', className: 'audit-whole', cell: (act) => <b>{actWords(act)}</b> },
  subject: { title: '对象', width: 220, cell: (_, row) => <Subject row={row} /> },
  after: { title: '变化', width: 400, cell: (_, row) => <Changes {...row} /> },
  actor: { title: '操作人', className: 'audit-whole', cell: (actor) => <Actor {...actor} /> },
  createdAt: { ...time('时间'), className: 'audit-whole' },
};

export function Component() {
  return (
    <Listing<AuditRow>
      title="操作记录"
      none="还没有记录。在后台做的每一件事都会记在这里"
      load={api.audit.list}
      follows={['audit']}
      filters={filters}
      fields={fields}
      hasCsv={false}
      extra={<ExportActs names={Object.keys(filters)} />}
    />
  );
}

function Actor({ id, name }: AuditRow['actor']) {
  return id === null ? <span>{name}</span> : <Link to={`/users/${id}`}>{name}</Link>;
}

const formats = [
  { key: 'csv', label: 'CSV（表格）' },
  { key: 'json', label: '给程序读的格式' },
];

/** Exports all filtered acts as a file the server streams. */
function ExportActs({ names }: { names: string[] }) {
  const { message } = App.useApp();
  const [address] = useSearchParams();
  const [isAsking, setAsking] = useState(false);
  const start = async (key: string) => {
    const format = oneOf(['csv', 'json'], key);
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
    <Dropdown menu={{ items: formats, onClick: ({ key }) => start(key) }} trigger={['click']}>
      <Button loading={isAsking}>导出</Button>
    </Dropdown>
  );
}

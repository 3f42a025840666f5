import type { Reading } from '@mojian/contract/operations/office';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../platform/http-api.ts';
import type { RowFields } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { formatNumber } from './overview-format.ts';

/** Articles by how often they were read in a span, which the address keeps. */
export function Component() {
  const [firstMonth, setFirstMonth] = useState('');
  const load = useCallback(async (query: Parameters<typeof api.readings.list>[0]) => {
    const { data, extra } = await api.readings.list(query);
    setFirstMonth(extra.firstMonth);
    return data;
  }, []);
  return (
    <Listing<Reading>
      title="读得最多"
      none="近三十天还没有人读"
      load={load}
      follows={['articles']}
      filters={filtersSince(firstMonth)}
      fields={fields}
    />
  );
}

const fields: RowFields<Reading> = {
  id: { title: '编号', csv: (id) => id },
  title: {
    title: '文章',
    cell: (title, { path }) => <a href={path}>{title}</a>,
    csvTitle: '标题',
    csv: (title) => title,
  },
  reads: { title: '阅读', align: 'right', cell: formatNumber, csv: (reads) => reads },
  path: {
    title: '走势',
    align: 'right',
    isTight: true,
    cell: (_, { id }) => <Link to={`/readings/${id}`}>每天与每月</Link>,
  },
};

function filtersSince(firstMonth: string) {
  const months = monthsSince(firstMonth);
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  const options = [
    { value: '7', label: '近 7 天' },
    { value: '365', label: '近十二个月' },
    ...years.map((year) => ({ value: year, label: `${year} 年` })),
    ...months.map((month) => ({ value: month, label: `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月` })),
  ];
  return { span: { label: '时间', unset: '近 30 天', options } } satisfies FiltersFor<typeof api.readings.list>;
}

/** Months as YYYY-MM, the present one first. */
function monthsSince(first: string, now = Date.now()) {
  if (first === '') return [];
  const months: string[] = [];
  const date = new Date(now + 8 * 3_600_000);
  date.setUTCDate(1);
  for (let month = nameOf(date); month >= first; month = nameOf(date)) {
    months.push(month);
    date.setUTCMonth(date.getUTCMonth() - 1);
  }
  return months;
}

const nameOf = (date: Date) => date.toISOString().slice(0, 7);

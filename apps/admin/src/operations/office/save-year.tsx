import type { Overview } from '@mojian/contract/operations/overview';
import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { saveCsv } from '../../platform/listing/csv.ts';
import { lastDays } from './days.ts';

const columns = {
  views: '浏览',
  visitors: '访客',
  reads: '阅读',
  comments: '评论',
  members: '新成员',
  articles: '文章',
};

/** The year as a table, a row a day. */
export function SaveYear({ series, today }: Pick<Overview, 'series' | 'today'>) {
  const days = lastDays(today, series.views.length);
  const names = Object.entries(columns) as [keyof typeof columns, string][];
  const save = () =>
    saveCsv(
      `概览-${today}.csv`,
      [
        { title: '日期', text: (index: number) => days[index] ?? '' },
        ...names.map(([name, title]) => ({ title, text: (index: number) => series[name][index] ?? 0 })),
      ],
      async () => ({ records: [...days.keys()], total: days.length, pages: 1, pageNo: 1, pageSize: days.length }),
      () => {},
    );
  return (
    <Button icon={<Icon name="down2" />} onClick={save}>
      导出
    </Button>
  );
}

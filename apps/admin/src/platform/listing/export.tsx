import type { Page } from '@mojian/contract/platform/fields';
import { csvCell } from '@mojian/contract/platform/format';
import { Icon } from '@mojian/ui/icon';
import { App, Button } from 'antd';
import { useState } from 'react';
import { errorText } from '../http-api.ts';

type Props<Row> = { name: string; csv: CsvColumn<Row>[]; load: Parameters<typeof saveCsv<Row>>[2] };

export function ExportButton<Row>({ name, csv, load }: Props<Row>) {
  const { message } = App.useApp();
  const [share, setShare] = useState<number>();
  const start = async () => {
    setShare(0);
    try {
      const isAll = await saveCsv(`${name}.csv`, csv, load, setShare);
      if (!isAll) message.warning(`太多了，只导出了前 ${maxRows} 条：请用条件缩小范围`);
    } catch (error) {
      message.error(`导出失败：${errorText(error)}`);
    }
    setShare(undefined);
  };
  return (
    <Button icon={<Icon name="down2" />} onClick={start} loading={share !== undefined}>
      {share === undefined ? '导出 CSV' : `导出 ${Math.round(share * 100)}%`}
    </Button>
  );
}

export type CsvColumn<Row> = { title: string; text: (row: Row) => string | number };

const maxRows = 10_000;

/**
 * Fetches all filtered pages and saves them as a spreadsheet; `onShare` gets the progress, 0 to 1. Resolves to false
 * when the row limit cut it off.
 */
export async function saveCsv<Row>(
  name: string,
  columns: CsvColumn<Row>[],
  load: (pageNo: number) => Promise<Page<Row>>,
  onShare: (share: number) => void,
) {
  const lines = [columns.map(({ title }) => csvCell(title)).join(',')];
  let pages = 1;
  let pageNo = 1;
  for (; pageNo <= pages && lines.length <= maxRows; pageNo++) {
    const page = await load(pageNo);
    pages = page.pages;
    for (const row of page.records) lines.push(columns.map(({ text }) => csvCell(text(row))).join(','));
    onShare(pageNo / Math.max(1, pages));
  }
  saveFile(name, new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' }));
  return pageNo > pages;
}

export function saveFile(name: string, blob: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

import type { Page } from '@mojian/contract/platform/fields';
import { csvCell } from '@mojian/contract/platform/format';

export type CsvColumn<Row> = { title: string; text: (row: Row) => string | number };

export const maxRows = 10_000;

/** Fetches all filtered pages and saves them as a spreadsheet; resolves to false when the row limit cut it off. */
export async function saveCsv<Row>(name: string, ...source: Parameters<typeof csvText<Row>>) {
  const { text, isAll } = await csvText(...source);
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
  return isAll;
}

/** Text of all pages, with a byte order mark for Excel; `onShare` gets the progress, 0 to 1. */
export async function csvText<Row>(
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
  return { text: `\uFEFF${lines.join('\r\n')}\r\n`, isAll: pageNo > pages };
}

export function saveFile(name: string, blob: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

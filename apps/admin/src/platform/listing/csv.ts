import type { Page } from '@mojian/contract/platform/fields';
import { csvCell } from '@mojian/contract/platform/format';

export type CsvColumn<Row> = { title: string; text: (row: Row) => string | number };

export const maxRows = 10_000;

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

import { csvCell } from '@mojian/contract/platform/csv-cell';
import type { Page } from '@mojian/contract/platform/fields';
import { saveFile } from './save-file.ts';

export type CsvColumn<Row> = { title: string; text: (row: Row) => string | number };

export const most = 10_000;

/**
 * Fetches page after page as filtered and saves it as a file spreadsheets open; `onShare` hears how far it is, 0 to 1.
 * Returns whether that is all: it ends after so many.
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
  for (; pageNo <= pages && lines.length <= most; pageNo++) {
    const page = await load(pageNo);
    pages = page.pages;
    for (const row of page.records) lines.push(columns.map(({ text }) => csvCell(text(row))).join(','));
    onShare(pageNo / Math.max(1, pages));
  }
  saveFile(name, new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' }));
  return pageNo > pages;
}

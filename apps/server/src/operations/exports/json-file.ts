import type { ArchiveFile } from './archive-file.ts';

export function json(name: string, value: unknown): ArchiveFile {
  return { name, content: [`${JSON.stringify(value, null, 2)}\n`] };
}

/** A list written row by row: no more of it is in memory than one. */
export async function* jsonList<Row>(rows: AsyncIterable<Row>, present: (row: Row) => object) {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(present(row), null, 2);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

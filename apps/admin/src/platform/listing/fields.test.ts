import { expect, test, vi } from 'vitest';
import { csvText, maxRows } from './csv.ts';
import { columnsOf, count, csvColumnsOf, exported, type RowFields, shownOnly, state, text, time } from './fields.tsx';

type Row = { id: number; name: string; state: 'open' | 'closed'; readers: number; seenAt: string | null };

const fields: RowFields<Row> = {
  id: exported('编号'),
  name: { ...text('名字', { isTight: true }), csvTitle: '全名' },
  state: state('状态', { open: '开着', closed: '关了' }, { open: 'ok', closed: 'off' }),
  readers: shownOnly(count('读者', '人')),
  seenAt: time('来过'),
};

const row: Row = { id: 7, name: '墨, 笺', state: 'closed', readers: 1200, seenAt: null };
const pageOf = (records: Row[], pages: number) => ({ records, pages, total: 0, pageNo: 1, pageSize: 50 });

test('one description gives the columns of the screen and of the file, in its order', () => {
  expect(columnsOf(fields).map(({ key, title, className }) => [key, title, className])).toEqual([
    ['name', '名字', 'listing-tight'],
    ['state', '状态', undefined],
    ['readers', '读者', undefined],
    ['seenAt', '来过', undefined],
  ]);
  expect(columnsOf(fields)[2]?.render?.(undefined, row, 0)).toBe('1,200 人');
  expect(csvColumnsOf(fields).map(({ title, text: cell }) => [title, cell(row)])).toEqual([
    ['编号', 7],
    ['全名', '墨, 笺'],
    ['状态', '关了'],
    ['来过', ''],
  ]);
});

test('a field that the row does not have, or of another type, does not compile', () => {
  // @ts-expect-error: no such key
  const unknown: RowFields<Row> = { nickname: text('昵称') };
  // @ts-expect-error: a number is no text
  const mistyped: RowFields<Row> = { readers: text('读者') };
  expect([unknown, mistyped]).toHaveLength(2);
});

test('the exported file has a line for each row of all pages', async () => {
  const shares: number[] = [];
  const load = async (pageNo: number) => pageOf([{ ...row, id: pageNo }], 2);
  const { text: file, isAll } = await csvText(csvColumnsOf(fields), load, (share) => shares.push(share));
  expect(file).toBe('\uFEFF"编号","全名","状态","来过"\r\n"1","墨, 笺","关了",""\r\n"2","墨, 笺","关了",""\r\n');
  expect([isAll, shares]).toEqual([true, [0.5, 1]]);
});

test('an export ends after the most rows it takes, and says so', async () => {
  const rows = Array.from({ length: maxRows }, () => row);
  const load = vi.fn(async () => pageOf(rows, 3));
  expect((await csvText(csvColumnsOf(fields), load, () => undefined)).isAll).toBe(false);
  expect(load).toHaveBeenCalledOnce();
});

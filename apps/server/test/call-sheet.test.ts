import { api } from '@mojian/contract/all';
import { expect, test } from 'vitest';
import { readCallSheet } from '../src/api.ts';
import { callLineOf } from '../src/platform/http/call-sheet.ts';
import { Calls } from '../src/platform/http/calls.ts';
import { visitor } from '../src/platform/http/viewer.ts';

const { list } = api.tags;

test('a declared call loads its noun once, when it is first asked for', async () => {
  const calls = new Calls();
  let loads = 0;
  calls.declare([callLineOf(list)], async () => {
    loads++;
    calls.serve({ list }, { list: async () => [] });
  });
  expect(calls.lines()).toEqual([callLineOf(list)]);
  expect(loads).toBe(0);
  const ask = () => calls.answer('GET /v1/tag/', {}, visitor);
  expect((await Promise.all([ask(), ask()])).map(({ envelope }) => envelope.data)).toEqual([[], []]);
  expect(loads).toBe(1);
  expect(await calls.list()).toEqual([list]);
});

test('the sheet of the bundle names every call of the pages', async () => {
  const named = Object.values(await readCallSheet()).flatMap((lines) =>
    lines.map(({ method, path }) => `${method} ${path}`),
  );
  const declared = Object.values(api).flatMap((calls) =>
    Object.values(calls).map(({ method, path }) => `${method} ${path}`),
  );
  expect(new Set(named).size).toBe(named.length);
  expect(declared.filter((call) => !named.includes(call))).toEqual([]);
});

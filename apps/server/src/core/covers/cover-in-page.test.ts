import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Rendered } from '../../platform/render/web-apps.ts';
import { coverPicture } from './cover.ts';
import { coverInPage } from './cover-in-page.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-cover-in-page-'));
});
afterEach(() => rm(folder, { recursive: true }));

const name = '17-day-four-fifths.webp';
const source = (address: string) => `<source data-in-page="" media="(max-width: 640px)" srcSet="${address}"/><img`;
const pageWith = (address: string, ...others: Rendered['pieces']): Rendered => ({
  status: 200,
  headers: new Headers(),
  pieces: [new TextEncoder().encode('<style>'), `<body>${source(address)} src="a.webp">`, ...others],
});
const textOf = ({ pieces }: Rendered) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece))).join('');

test('a page gets the cover that it names, byte for byte, and nothing else of it changes', async () => {
  const onDrawn = vi.fn();
  const picture = await coverPicture(folder, { number: 17, theme: 'day', shape: 'wide', size: 'four-fifths' });
  const address = `data:image/webp;base64,${picture.toString('base64')}`;
  const add = coverInPage(folder, onDrawn);
  for (let time = 0; time < 2; time++)
    expect(textOf(await add(pageWith(`/cover/v1/${name}`, '</body>')))).toBe(textOf(pageWith(address, '</body>')));
  const [other, foreign] = [pageWith('/cover/v1/17-day-huge.webp'), pageWith('/files/ab/abc.webp')];
  expect([await add(other), await add(foreign)]).toEqual([other, foreign]);
  const none = { ...other, pieces: ['<body>'] };
  expect(await add(none)).toBe(none);
  expect(onDrawn).not.toHaveBeenCalled();
});

test('a page whose cover is not drawn yet keeps its address, and is told of when it is', async () => {
  const onDrawn = vi.fn();
  const add = coverInPage(folder, onDrawn);
  const page = pageWith(`/cover/v1/${name}`);
  expect(await add(page)).toEqual(page);
  await vi.waitFor(() => expect(onDrawn).toHaveBeenCalledOnce(), 20_000);
  expect(textOf(await add(page))).toContain('srcSet="data:image/webp;base64,');
});

import { expect, test } from 'vitest';
import { openZip } from '../../../server/src/markdown-files/open-zip.ts';
import { zipOf } from './zip.ts';

test('what is zipped comes out again, with names and texts in any language', async () => {
  const blob = zipOf([
    { name: '1-春天.md', text: '雨水。' },
    { name: 'b.md', text: '' },
  ]);
  const files = await openZip(new Uint8Array(await blob.arrayBuffer()));
  expect(files.map(({ path }) => path)).toEqual(['1-春天.md', 'b.md']);
  expect(await Promise.all(files.map(async (file) => new TextDecoder().decode(await file.read())))).toEqual([
    '雨水。',
    '',
  ]);
});

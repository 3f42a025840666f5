import { Failure } from '@mojian/contract/platform/failures';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendChunks } from './send-chunks.ts';

const chunkBytes = 4 * 1024 * 1024;
const signal = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Simulates a server that stores chunks and records the offsets it was sent; each of `refusals` meets one chunk. */
function server(refusals: (Failure | undefined)[] = []) {
  const stored = new Map<string, number>();
  const offsets: number[] = [];
  const send = async (address: string, bytes: Blob) => {
    const query = new URLSearchParams(address.split('?')[1]);
    const [id, from] = [query.get('id') ?? '', Number(query.get('from'))];
    offsets.push(from);
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    const has = stored.get(id) ?? 0;
    if (has === from) stored.set(id, has + bytes.size);
    return { received: stored.get(id) ?? 0 };
  };
  return { stored, offsets, send };
}

const fileOf = (name: string) => new File([new Uint8Array(2 * chunkBytes + 9)], name, { lastModified: 7 });
const lost = () => new Failure('unavailable');

async function sent(file: File, send: ReturnType<typeof server>['send']) {
  const shares: number[] = [];
  const sending = sendChunks(file, { path: '/up', onShare: (share) => shares.push(share), signal }, send);
  sending.catch(() => {});
  await vi.runAllTimersAsync();
  return { ...(await sending), shares };
}

test('a file is uploaded in chunks, and a lost chunk is sent again', async () => {
  const { offsets, send, stored } = server([undefined, lost(), lost()]);
  const file = fileOf('站.zip');
  const { received, shares, id } = await sent(file, send);
  expect([received, stored.get(id)]).toEqual([file.size, file.size]);
  expect(offsets).toEqual([0, chunkBytes, chunkBytes, chunkBytes, 2 * chunkBytes]);
  expect(shares).toEqual([chunkBytes / file.size, (2 * chunkBytes) / file.size, 1]);
});

test('the same file resumes where it stopped, another file starts from the beginning', async () => {
  const { offsets, send } = server([undefined, ...Array.from({ length: 5 }, lost)]);
  await expect(sent(fileOf('站.zip'), send)).rejects.toMatchObject({ id: 'unavailable' });
  offsets.length = 0;
  await sent(fileOf('站.zip'), send);
  expect(offsets).toEqual([0, chunkBytes, 2 * chunkBytes]);
  const first = await sent(fileOf('站.zip'), send);
  expect(first.shares).toEqual([1]);
  expect((await sent(fileOf('别.zip'), send)).id).not.toBe(first.id);
});

test('an upload the server dropped starts over; a refused one is not sent again', async () => {
  const swept = server([undefined, new Failure('stale')]);
  await sent(fileOf('站.zip'), swept.send);
  expect(swept.offsets).toEqual([0, chunkBytes, 0, chunkBytes, 2 * chunkBytes]);
  const full = server([new Failure('too-large', '磁盘放不下这个文件')]);
  await expect(sent(fileOf('站.zip'), full.send)).rejects.toMatchObject({ message: '磁盘放不下这个文件' });
  expect(full.offsets).toEqual([0]);
});

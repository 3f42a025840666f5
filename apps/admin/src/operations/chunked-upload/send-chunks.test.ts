import { Failure } from '@mojian/contract/platform/failures';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendChunks } from './send-chunks.ts';

const piece = 4 * 1024 * 1024;
const signal = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a server has of each upload, and what it was asked. `refusals` meet the next pieces, one each. */
function server(refusals: (Failure | undefined)[] = []) {
  const here = new Map<string, number>();
  const asked: number[] = [];
  const send = async (address: string, bytes: Blob) => {
    const query = new URLSearchParams(address.split('?')[1]);
    const [id, from] = [query.get('id') ?? '', Number(query.get('from'))];
    asked.push(from);
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    const has = here.get(id) ?? 0;
    if (has === from) here.set(id, has + bytes.size);
    return { received: here.get(id) ?? 0 };
  };
  return { here, asked, send };
}

const fileOf = (name: string) => new File([new Uint8Array(2 * piece + 9)], name, { lastModified: 7 });
const lost = () => new Failure('unavailable');

async function sent(file: File, send: ReturnType<typeof server>['send']) {
  const shares: number[] = [];
  const sending = sendChunks(file, { path: '/up', onShare: (share) => shares.push(share), signal }, send);
  sending.catch(() => {});
  await vi.runAllTimersAsync();
  return { ...(await sending), shares };
}

test('a file goes up piece by piece, and what got lost on the way is sent again', async () => {
  const { asked, send, here } = server([undefined, lost(), lost()]);
  const file = fileOf('站.zip');
  const { received, shares, id } = await sent(file, send);
  expect([received, here.get(id)]).toEqual([file.size, file.size]);
  expect(asked).toEqual([0, piece, piece, piece, 2 * piece]);
  expect(shares).toEqual([piece / file.size, (2 * piece) / file.size, 1]);
});

test('the same file chosen once more goes on where it stopped, another one begins', async () => {
  const { asked, send } = server([undefined, ...Array.from({ length: 5 }, lost)]);
  await expect(sent(fileOf('站.zip'), send)).rejects.toMatchObject({ id: 'unavailable' });
  asked.length = 0;
  await sent(fileOf('站.zip'), send);
  expect(asked).toEqual([0, piece, 2 * piece]);
  const first = await sent(fileOf('站.zip'), send);
  expect(first.shares).toEqual([1]);
  expect((await sent(fileOf('别.zip'), send)).id).not.toBe(first.id);
});

test('what was swept up meanwhile is sent from its beginning; what is refused is not sent again', async () => {
  const swept = server([undefined, new Failure('stale')]);
  await sent(fileOf('站.zip'), swept.send);
  expect(swept.asked).toEqual([0, piece, 0, piece, 2 * piece]);
  const full = server([new Failure('too-large', '磁盘放不下这个文件')]);
  await expect(sent(fileOf('站.zip'), full.send)).rejects.toMatchObject({ message: '磁盘放不下这个文件' });
  expect(full.asked).toEqual([0]);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { differenceOf, readPages } from './running.ts';

/** A site whose first answers, so many, break off. */
async function brokenSite(broken: number) {
  let requests = 0;
  const server = createServer((request, response) => {
    if (requests++ < broken) request.socket.destroy();
    else response.end('<title>雨水</title>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const before = [{ path: '/', status: 200, title: '雨水' }];

test('a page that did not come in time is asked for once more, and one that never comes is said', async () => {
  for (const [broken, difference] of [
    [1, undefined],
    [2, '/ 从前答 200，新版没有应答'],
  ] as const) {
    const { address, close } = await brokenSite(broken);
    expect(differenceOf(before, await readPages(address, ['/'])), `${broken} broken off`).toBe(difference);
    close();
  }
});

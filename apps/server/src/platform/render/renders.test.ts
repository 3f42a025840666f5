import { expect, test } from 'vitest';
import { Renders } from './renders.ts';

function page() {
  let done = () => {};
  const rendered = new Promise<string>((resolve) => {
    done = () => resolve('page');
  });
  return { done, render: () => rendered };
}

test('two pages are rendered at a time, forty queue, and the next is refused', async () => {
  const renders = new Renders();
  const running = [page(), page()];
  const begun = running.map(({ render }) => renders.inTurn(() => true, render));
  const order: number[] = [];
  const waiting = Array.from({ length: 40 }, (_, n) =>
    renders.inTurn(
      () => true,
      async () => order.push(n),
    ),
  );
  await expect(
    renders.inTurn(
      () => true,
      async () => 'page',
    ),
  ).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  expect(order).toEqual([]);
  for (const { done } of running) done();
  await Promise.all([...begun, ...waiting]);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).toHaveLength(40);
});

test('a page whose readers have left is not rendered, and frees its slot', async () => {
  const renders = new Renders();
  const running = [page(), page()];
  const begun = running.map(({ render }) => renders.inTurn(() => true, render));
  let isWanted = true;
  const rendered: string[] = [];
  const left = Array.from({ length: 40 }, () =>
    renders.inTurn(
      () => isWanted,
      async () => rendered.push('left'),
    ),
  );
  for (const one of left) one.catch(() => undefined);
  isWanted = false;
  const stays = renders.inTurn(
    () => true,
    async () => rendered.push('stays'),
  );
  for (const { done } of running) done();
  await Promise.all([...begun, stays]);
  const results = await Promise.allSettled(left);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(rendered).toEqual(['stays']);
});

test('a page whose reader leaves before the sockets are looked at again is not rendered', async () => {
  const renders = new Renders();
  let isWanted = true;
  let rendered = 0;
  const left = renders.inTurn(
    () => isWanted,
    async () => rendered++,
  );
  isWanted = false;
  await expect(left).rejects.toMatchObject({ status: 503 });
  expect(rendered).toBe(0);
  expect(
    await renders.inTurn(
      () => true,
      async () => 'page',
    ),
  ).toBe('page');
});

test('an address that asks for ever other pages has to wait, and no other does', () => {
  const renders = new Renders();
  for (let n = 0; n < 240; n++) renders.count('1.2.3.4');
  expect(() => renders.count('1.2.3.4')).toThrow(expect.objectContaining({ status: 429 }));
  renders.count('1.2.3.5');
});

test('the page most read takes turns with the one that waits longest, and the place of the least read in a full queue', async () => {
  const renders = new Renders();
  const running = [page(), page()];
  const begun = running.map(({ render }) => renders.inTurn(() => true, render));
  const order: string[] = [];
  const wait = (name: string, reads: number) =>
    renders.inTurn(
      () => true,
      async () => order.push(name),
      reads,
    );
  const others = Array.from({ length: 40 }, (_, n) => wait(`other ${n}`, n % 2));
  const last = expect(others[38]).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  const home = wait('home', 20);
  const secondLast = expect(others[36]).rejects.toMatchObject({ status: 503 });
  const about = wait('about', 3);
  await Promise.all([last, secondLast]);
  await expect(wait('unread', 0)).rejects.toMatchObject({ status: 503 });
  for (const { done } of running) done();
  await Promise.all([...begun, home, about, ...others.filter((_, n) => n !== 36 && n !== 38)]);
  expect(order.slice(0, 6)).toEqual(['home', 'other 0', 'about', 'other 1', 'other 3', 'other 2']);
  expect(order).toHaveLength(40);
});

test('pages read about as often are rendered in the order in which they came', async () => {
  const renders = new Renders();
  const running = [page(), page()];
  const begun = running.map(({ render }) => renders.inTurn(() => true, render));
  const reads = [1, 1.5, 1.75, 1, 2, 1.5, 1];
  const order: number[] = [];
  const waiting = reads.map((count, n) =>
    renders.inTurn(
      () => true,
      async () => order.push(n),
      count,
    ),
  );
  for (const { done } of running) done();
  await Promise.all([...begun, ...waiting]);
  expect(order).toEqual(reads.map((_, n) => n));
});

test('a page nobody read does not wait for ever behind others', async () => {
  const renders = new Renders();
  const running = [page(), page()];
  const begun = running.map(({ render }) => renders.inTurn(() => true, render));
  const order: string[] = [];
  const wait = (name: string, reads: number): Promise<unknown> =>
    renders.inTurn(
      () => true,
      async () => order.push(name),
      reads,
    );
  const again = async () => {
    for (let round = 0; round < 20; round++) await wait('home', 20);
  };
  const all = [again(), again(), again(), wait('article', 0)];
  for (const { done } of running) done();
  await Promise.all([...begun, ...all]);
  expect(order.indexOf('article')).toBeLessThan(5);
});

test('a page is not renewed behind its readers while others wait', async () => {
  const renders = new Renders();
  const running = [page(), page()];
  const begun = running.map(({ render }) => renders.inTurn(() => true, render));
  renders.requireQuiet();
  const waits = renders.inTurn(
    () => true,
    async () => 'page',
  );
  expect(() => renders.requireQuiet()).toThrow(expect.objectContaining({ status: 503 }));
  for (const { done } of running) done();
  await Promise.all([...begun, waits]);
  renders.requireQuiet();
});

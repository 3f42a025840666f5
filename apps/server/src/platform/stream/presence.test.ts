import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Push, pushInProcess } from '../push/push.ts';
import { LivePresence } from './presence.ts';

type Change = { on: number[]; off: number[] };

/** Two processes of one site, which hear of each other by push. */
let push: Push;
let hidden: Set<number>;
let changes: Change[];
/** Delay of an answer. */
let answering: Promise<void>;
const opened: LivePresence[] = [];

function startProcess() {
  const findShowing = async (ids: number[]) => {
    const showing = ids.filter((id) => !hidden.has(id));
    await answering;
    return showing;
  };
  const presence = new LivePresence({ push, findShowing, onError: (error) => expect.fail(String(error)) });
  opened.push(presence);
  return presence;
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  [push, hidden, changes, answering] = [pushInProcess(), new Set(), [], Promise.resolve()];
});
afterEach(async () => {
  for (const presence of opened.splice(0)) await presence.close();
  vi.useRealTimers();
});

/** Hears what is told there. */
function watch(presence: LivePresence) {
  presence.onChange((change) => changes.push(change));
  return presence;
}

test('arrivals and departures are published to every process in batches', async () => {
  const [here, there] = [startProcess(), watch(startProcess())];
  for (const id of [2, 3, 4]) here.came(id);
  await pass(2);
  expect([here, there].map((presence) => [presence.count(), presence.isPresent(3), presence.isPresent(9)])).toEqual(
    Array(2).fill([3, true, false]),
  );
  here.left(3);
  here.left(4);
  await pass(12);
  expect(changes).toEqual([
    { on: [2, 3, 4], off: [] },
    { on: [], off: [3, 4] },
  ]);
});

test('a reload, a second tab or another process does not toggle presence', async () => {
  const [here, there] = [watch(startProcess()), startProcess()];
  here.came(2);
  here.came(2);
  await pass(2);
  here.left(2);
  await pass(20);
  here.left(2);
  await pass(5);
  here.came(2);
  await pass(20);
  here.left(2);
  await pass(1);
  there.came(2);
  await pass(30);
  expect(changes).toEqual([{ on: [2], off: [] }]);
  there.left(2);
  await pass(12);
  expect(changes.at(-1)).toEqual({ on: [], off: [2] });
});

test('a change during a presence check triggers another check', async () => {
  const here = watch(startProcess());
  const { promise, resolve } = Promise.withResolvers<void>();
  answering = promise;
  here.came(2);
  await pass(1);
  hidden.add(2);
  here.forgetPreference(2);
  await pass(5);
  resolve();
  await pass(2);
  expect(changes).toEqual([
    { on: [2], off: [] },
    { on: [], off: [2] },
  ]);
});

test('switching presence off hides a member immediately', async () => {
  const here = watch(startProcess());
  hidden.add(2);
  here.came(2);
  here.came(3);
  await pass(2);
  expect([changes, here.count(), here.isShowing(2), here.isShowing(3)]).toEqual([
    [{ on: [3], off: [] }],
    1,
    false,
    true,
  ]);
  hidden = new Set([3]);
  here.forgetPreference(2);
  here.forgetPreference(3);
  await pass(2);
  expect(changes.at(-1)).toEqual({ on: [2], off: [3] });
});

test('members of a killed process go offline and are forgotten', async () => {
  let isCut = false;
  const cut: Push = { ...push, publish: async (notice) => (isCut ? undefined : push.publish(notice)) };
  const findShowing = async (ids: number[]) => ids;
  const killed = new LivePresence({ push: cut, findShowing, onError: () => {} });
  opened.push(killed);
  const here = watch(startProcess());
  killed.came(2);
  await pass(20);
  expect(here.isPresent(2)).toBe(true);
  isCut = true;
  await pass(41);
  isCut = false;
  await killed.close();
  await pass(2);
  expect(changes).toEqual([
    { on: [2], off: [] },
    { on: [], off: [2] },
  ]);
});

test('a new process learns immediately who is online', async () => {
  const here = startProcess();
  here.came(2);
  await pass(3);
  const late = startProcess();
  await pass(3);
  expect(late.isPresent(2)).toBe(true);
  await here.close();
  late.came(3);
  await pass(5);
  expect(late.isPresent(2)).toBe(true);
  await pass(8);
  expect([late.isPresent(2), late.isPresent(3)]).toEqual([false, true]);
});

import { expect, test } from 'vitest';
import { openBell } from './ringing.ts';

/** Tabs find each other by the browser's own locks, which Node has as well. */
test('the last used of three tabs rings and stays connected, and another once it closes', async () => {
  const staying = [false, false, false];
  const tabs = staying.map((_, at) => openBell(navigator.locks, (isMine) => (staying[at] = isMine)));
  const whose = () => {
    const bells = tabs.map(({ isMine }) => isMine());
    expect(staying).toEqual(bells);
    return bells;
  };
  await expect.poll(whose).toEqual([true, false, false]);
  tabs[2]?.take();
  tabs[2]?.take();
  await expect.poll(whose).toEqual([false, false, true]);
  tabs[2]?.release();
  staying[2] = false; // the screen has closed
  await expect.poll(() => whose().filter(Boolean)).toEqual([true]);
  for (const tab of tabs) tab.release();
});

test('every tab rings in browsers without locks', () => {
  expect([openBell(undefined, () => {}), openBell(undefined, () => {})].map(({ isMine }) => isMine())).toEqual([
    true,
    true,
  ]);
});

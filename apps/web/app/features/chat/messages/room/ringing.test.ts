import { expect, test } from 'vitest';
import { openBell } from './ringing.ts';

/** Tabs find each other by the browser's own locks, which Node has as well. */
test('the last used of three tabs rings, and another once it closes', async () => {
  const tabs = [1, 2, 3].map(() => openBell(navigator.locks));
  const whose = () => tabs.map(({ isMine }) => isMine());
  await expect.poll(whose).toEqual([true, false, false]);
  tabs[2]?.take();
  tabs[2]?.take();
  await expect.poll(whose).toEqual([false, false, true]);
  tabs[2]?.release();
  await expect.poll(() => whose().filter(Boolean)).toEqual([true]);
  for (const tab of tabs) tab.release();
});

test('every tab rings in browsers without locks', () => {
  expect([openBell(undefined), openBell(undefined)].map(({ isMine }) => isMine())).toEqual([true, true]);
});

import { expect, test } from 'vitest';
import { openBell } from './ringing.ts';

/** Tabs find each other by the browser's own locks, which Node has as well. */
test('of three tabs one rings: the last to be used, and when it goes another', async () => {
  const tabs = [1, 2, 3].map(() => openBell(navigator.locks));
  const whose = () => tabs.map(({ isMine }) => isMine());
  await expect.poll(whose).toEqual([true, false, false]);
  tabs[2]?.take();
  tabs[2]?.take();
  await expect.poll(whose).toEqual([false, false, true]);
  tabs[2]?.letGo();
  await expect.poll(() => whose().filter(Boolean)).toEqual([true]);
  for (const tab of tabs) tab.letGo();
});

test('where tabs cannot agree each rings for itself', () => {
  expect([openBell(undefined), openBell(undefined)].map(({ isMine }) => isMine())).toEqual([true, true]);
});

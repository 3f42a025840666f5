import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { newMember, tokenFor } from './members.ts';
import { openSite } from './stage.ts';

const { site, startAgain } = openSite({ SAMPLE_CONTENT: '0' });

const windows = 8;
/** Per member in ten seconds. */
const most = 20;

test('killed while eight members write at once, the site has every message it acknowledged', async () => {
  const tokens: string[] = [];
  for (let n = 0; n < windows; n++) tokens.push(await tokenFor(site, await newMember(site)));
  const acknowledged: string[] = [];
  const write = async (token: string, window: number) => {
    const chat = apiOf(site, { token }).chat;
    for (let n = 0; n < most; n++) {
      const text = `第 ${window} 处第 ${n} 句`;
      await chat.send({ body: { roomId: 1, text, key: `${window}-${n}` } });
      acknowledged.push(text);
    }
  };
  const writing = Promise.allSettled(tokens.map(write));
  await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(40);
  await site.kill();
  await writing;
  expect(acknowledged.length).toBeLessThan(windows * most);
  await startAgain();

  const found = await everyText(tokens[0] ?? '');
  expect(acknowledged.filter((text) => !found.has(text))).toEqual([]);
});

async function everyText(token: string) {
  const { records } = await apiOf(site, { token }).chat.changes({ query: { seq: 0 } });
  return new Set(records.map(({ pieces }) => pieces.map((piece) => ('text' in piece ? piece.text : '')).join('')));
}

import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { rememberRow } from '../sample/sample-rows.ts';
import { openSetup } from './setup.ts';

let site: Awaited<ReturnType<typeof testSite>>;
beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const account = { nickname: '沈砚', email: 'owner@example.com', password: 'a long enough one' };
const office = () => site.office(site.owner).setup;
const claimed = async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  await site.as(null).setup.claim({ body: { token, ...account } });
};
const due = async () => (await site.office(site.owner).office.enter()).setupDue;
const acts = async () => (await site.db.selectFrom('auditLog').select(['act', 'subject']).execute()).map(Object.values);

test('set-up steps are stored until finished, and stay finished', async () => {
  await claimed();
  expect(await office().read()).toEqual({
    steps: ['identity', 'author', 'start', 'sample', 'mail', 'look'].map((name) => ({ name, state: 'due' })),
    isOver: false,
    hasSample: false,
  });
  await office().mark({ body: { step: 'identity', state: 'done' } });
  await office().mark({ body: { step: 'sample', state: 'skipped' } });
  const states = (await office().read()).steps.map(({ state }) => state);
  expect([states, await due()]).toEqual([['done', 'due', 'due', 'skipped', 'due', 'due'], 4]);

  expect(await office().finish()).toMatchObject({ isOver: true });
  expect(await due()).toBe(0);
  await expect(office().finish()).rejects.toMatchObject({ id: 'already-done' });
  const late = office().mark({ body: { step: 'author', state: 'done' } });
  await expect(late).rejects.toMatchObject({ id: 'already-done' });
  expect((await office().read()).steps[1]).toEqual({ name: 'author', state: 'due' });
  expect(await acts()).toEqual([
    ['setup.done', 'identity'],
    ['setup.skipped', 'sample'],
    ['setup.finish', ''],
  ]);
});

test('concurrent steps are all saved', async () => {
  await claimed();
  const steps = ['identity', 'author', 'start', 'sample', 'mail', 'look'] as const;
  await Promise.all(steps.map((step) => office().mark({ body: { step, state: 'done' } })));
  expect(await due()).toBe(0);
});

test('a site older than the guide, or without its mark, does not show it', async () => {
  expect(await office().read()).toMatchObject({ isOver: true });
  expect(await due()).toBe(0);
  await claimed();
  expect(await due()).toBe(6);
  await site.db.deleteFrom('settings').where('name', '=', 'setup').execute();
  expect(await due()).toBe(0);
});

test('unknown steps and states are refused', async () => {
  await claimed();
  const mark = (body: object) => office().mark({ body: body as never });
  await expect(mark({ step: 'weather', state: 'done' })).rejects.toMatchObject({ id: 'invalid-input', field: 'step' });
  await expect(mark({ step: 'author', state: 'due' })).rejects.toMatchObject({ id: 'invalid-input', field: 'state' });
  expect(await due()).toBe(6);
});

test('removing the sample content keeps what the owner changed, and is audited', async () => {
  await claimed();
  const [stored = 0, gone = 0] = [await site.says(), await site.says({ text: '又下了。' })];
  await site.db.transaction().execute(async (trx) => {
    for (const id of [stored, gone]) await rememberRow(trx, 'says', id);
  });
  await site.db.updateTable('says').set({ text: '我改过了。' }).where('id', '=', stored).execute();
  expect(await office().read()).toMatchObject({ hasSample: true });
  expect(await office().removeSample()).toMatchObject({ removed: 1, kept: [expect.stringContaining('改动过')] });
  expect(await office().read()).toMatchObject({ hasSample: false });
  expect(await site.db.selectFrom('says').select('id').execute()).toEqual([{ id: stored }]);
  expect(await acts()).toEqual([['sample.remove', '']]);
});

test('the start may move to the oldest article, samples aside; others than the owner are refused', async () => {
  const start = () => site.office(site.owner).setup.start();
  expect(await start()).toEqual({ startedAt: '2020-02-29T16:00:00.000Z', oldest: null });
  const publishedAt = Date.parse('2014-05-01T08:00:00Z');
  await site.writes({ publishedAt: Date.parse('2016-01-01T00:00:00Z') });
  const oldest = await site.writes({ publishedAt });
  expect((await start()).oldest).toBe('2014-05-01T08:00:00.000Z');
  await site.db.transaction().execute((trx) => rememberRow(trx, 'articles', oldest));
  expect((await start()).oldest).toBe('2016-01-01T00:00:00.000Z');
  await expect(site.office(site.ming).setup.start()).rejects.toMatchObject({ id: 'not-allowed' });
});

import { beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, readSettings, saveSettings } from '../../core/settings/settings.ts';

const site = freshSite();
beforeEach(async () => {
  await giveAccount(site, site.lin, { email: 'lin@example.com', password });
  const { social } = await readSettings(site.db);
  const github = { id: 'mojian', secret: 'kept', base: '' };
  await site.db.transaction().execute((trx) => saveSettings(trx, 'social', { ...social, github }));
  forgetSettings(site.db);
});

const password = 'a long enough one';
const needed = { id: 'password-needed', status: 428, field: 'password' };
const confirm = (input: string) => site.as(site.lin).accounts.confirm({ body: { password: input } });
const tickets = () => site.db.selectFrom('tickets').select('kind').execute();

/** Calls a stolen session would use to persist or to copy data. */
const guarded: [string, (member: typeof site.lin) => Promise<unknown>][] = [
  ['making a passkey', (member) => site.as(member).passkeys.creationOptions()],
  ['linking an account elsewhere', (member) => site.as(member).social.startLinking({ params: { type: 'github' } })],
  ['packing one’s data', (member) => site.as(member).exports.start()],
  ['downloading the packed data', (member) => site.as(member).exports.address()],
];
const isRefused = (act: Promise<unknown>) => expect(act).rejects.toMatchObject(needed);

test.each(guarded)('%s requires the password, given within ten minutes', async (_what, act) => {
  await site.db
    .insertInto('dataArchives')
    .values({
      userId: site.lin.id,
      state: 'ready',
      progress: 100,
      failure: '',
      createdAt: 1,
      expiresAt: Date.now() + 60_000,
    })
    .execute();
  await isRefused(act(site.lin));
  for (const [wrong, id] of [
    ['', 'invalid-input'],
    ['not this one', 'wrong-login'],
  ] as const)
    await expect(confirm(wrong)).rejects.toMatchObject({ id, field: 'password' });
  await isRefused(act(site.lin));
  expect(await tickets()).toEqual([]);
  expect(await site.db.selectFrom('outbox').select('kind').where('kind', '=', 'build-data-archive').execute()).toEqual(
    [],
  );

  expect(await confirm(password)).toBeNull();
  await act(site.lin);
  await site.db.updateTable('tickets').set({ expiresAt: Date.now() }).execute();
  await isRefused(act(site.lin));
});

test.each(guarded)('%s requires a fresh login of a member without a password', async (_what, act) => {
  await site.db
    .insertInto('dataArchives')
    .values({
      userId: site.ming.id,
      state: 'ready',
      progress: 100,
      failure: '',
      createdAt: 1,
      expiresAt: Date.now() + 60_000,
    })
    .execute();
  const begun = (createdAt: number) =>
    site.db.updateTable('sessions').set({ createdAt }).where('userId', '=', site.ming.id).execute();
  await begun(Date.now() - 11 * 60_000);
  await expect(act(site.ming)).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(site.as(site.ming).accounts.confirm({ body: {} })).rejects.toMatchObject({ id: 'not-allowed' });
  await begun(Date.now());
  await act(site.ming);
});

/** Calls of the back office by which a stolen session would let others in, or copy or replace the site. */
const guardedOffice: [string, (viewer: typeof site.lin) => Promise<unknown>][] = [
  [
    'changing a role',
    (viewer) => site.office(viewer).members.changeRole({ body: { id: site.ming.id, from: 'member', role: 'admin' } }),
  ],
  [
    'changing several roles',
    (viewer) => site.office(viewer).members.act({ body: { act: 'role', ids: [site.ming.id], role: 'admin' } }),
  ],
  [
    'making a link that resets a password',
    (viewer) => site.office(viewer).members.resetLink({ body: { id: site.lin.id, by: 'copy' } }),
  ],
  ['downloading a backup', (viewer) => site.office(viewer).backups.download({ body: { name: 'site.zip' } })],
  [
    'restoring a backup',
    (viewer) => site.office(viewer).backups.start({ body: { kind: 'restore', name: 'site.zip', confirm: '恢复' } }),
  ],
  ['downloading all content', (viewer) => site.office(viewer).content.download()],
  [
    'merging two accounts',
    (viewer) => site.office(viewer).merges.merge({ body: { from: site.ming.id, into: site.lin.id } }),
  ],
  ['reading a letter', (viewer) => site.office(viewer).outbox.letter({ query: { id: 1 } })],
];

test.each(guardedOffice)('%s requires the password, given within ten minutes', async (_what, act) => {
  await site.db.updateTable('users').set({ role: 'owner' }).where('id', '=', site.lin.id).execute();
  site.lin.role = 'owner';
  await isRefused(act(site.lin));
  expect(await site.db.selectFrom('auditLog').select('act').execute()).toEqual([]);
  await confirm(password);
  const outcome = await act(site.lin).catch((error: unknown) => error);
  expect(outcome).not.toMatchObject(needed);
  await site.db.updateTable('tickets').set({ expiresAt: Date.now() }).where('kind', '=', 'confirmed-session').execute();
  await isRefused(act(site.lin));
});

test('confirming again extends the ten minutes', async () => {
  await confirm(password);
  await site.db
    .updateTable('tickets')
    .set({ expiresAt: Date.now() + 1000 })
    .execute();
  await confirm(password);
  const [ticket] = await site.db.selectFrom('tickets').select('expiresAt').execute();
  expect(ticket?.expiresAt).toBeGreaterThan(Date.now() + 500_000);
});

test('after ten wrong passwords the right one is refused as well', async () => {
  for (let guess = 0; guess < 10; guess++)
    await expect(confirm(`no ${guess}`)).rejects.toMatchObject({ id: 'wrong-login' });
  await expect(confirm(password)).rejects.toMatchObject({ id: 'too-many-requests' });
  await isRefused(site.as(site.lin).passkeys.creationOptions());
});

test('changing the password revokes confirmations', async () => {
  await confirm(password);
  await site.as(site.lin).accounts.changePassword({ body: { present: password, password: 'Plum-rain-ink-77!' } });
  await isRefused(site.as(site.lin).passkeys.creationOptions());
});

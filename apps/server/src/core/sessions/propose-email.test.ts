import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { issueHandover } from './handover.ts';

const site = freshSite();

/** 小林 comes by a social login, as the browser ends it. */
async function logIn() {
  const token = await issueHandover(site.db, { userId: site.lin.id, way: 'github' });
  return site.as(null).sessions.byToken({ query: { token } });
}

async function giveEmail(email: string | null) {
  await site.db.updateTable('users').set({ email }).where('id', '=', site.lin.id).execute();
}

test('a member without an e-mail is proposed to add one with the first login, and never again', async () => {
  await giveEmail(null);
  const first = await logIn();
  expect(first.proposeEmail).toBe(true);
  const requested = await site.withToken(first.token).sessions.byToken({ query: { token: first.token ?? '' } });
  expect(requested.proposeEmail).toBe(false);
  expect((await logIn()).proposeEmail).toBe(false);
});

test('a member with an e-mail gets no proposal until they lose it', async () => {
  await giveEmail('lin@example.com');
  expect((await logIn()).proposeEmail).toBe(false);
  await giveEmail(null);
  expect((await logIn()).proposeEmail).toBe(true);
});

import { mailboxOf } from '@mojian/contract/platform/email';
import { expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();
const password = 'Plum-rain-ink-77!';
const refused = { id: 'not-allowed', field: 'email' };

const aliases: [string, string][] = [
  ['lin@example.com', 'Lin+new@example.com'],
  ['lin@example.com', 'lin+@example.com'],
  ['lin+old@example.com', 'lin@example.com'],
  ['lin+old@example.com', 'lin+new@EXAMPLE.com'],
  ['lin.yu@gmail.com', 'l.inyu@gmail.com'],
  ['linyu@gmail.com', 'Lin.Yu+x@googlemail.com'],
  ['lin.yu@googlemail.com', 'linyu@gmail.com'],
];

async function bar(email: string, by: 'disable' | 'mute') {
  await giveAccount(site, site.lin, { email, password: null });
  await site.office(site.owner).members[by]({ body: { id: site.lin.id, reason: '广告', until: null } });
}
const register = async (email: string) =>
  site.as(null).accounts.register({ body: { email, nickname: '夏至', password, code: await site.codeFor(email) } });
const people = () => site.db.selectFrom('users').select('id').execute();

test.each(aliases)('the member of %s, once disabled, does not register as %s', async (email, alias) => {
  await bar(email, 'disable');
  await expect(register(alias)).rejects.toMatchObject(refused);
  expect(await people()).toHaveLength(3);
});

test('nor does a muted one, nor by applying, nor by moving another account there', async () => {
  await bar('lin@example.com', 'mute');
  const alias = 'lin+2@example.com';
  await expect(register(alias)).rejects.toMatchObject(refused);
  await giveAccount(site, site.ming, { email: 'ming@example.com', password });
  const change = { email: alias, code: await site.codeFor(alias), password };
  await expect(site.as(site.ming).accounts.changeEmail({ body: change })).rejects.toMatchObject(refused);
  await site.turn({ registration: 'review' });
  const application = { email: alias, nickname: '夏至', password, code: await site.codeFor(alias) };
  await expect(site.as(null).accounts.apply({ body: application })).rejects.toMatchObject(refused);
  expect(await site.db.selectFrom('applications').select('id').execute()).toEqual([]);
});

test('an applicant whose other account was disabled meanwhile is not let in', async () => {
  await site.turn({ registration: 'review' });
  const email = 'lin+2@example.com';
  const application = { email, nickname: '夏至', password, code: await site.codeFor(email) };
  await site.as(null).accounts.apply({ body: application });
  await bar('lin@example.com', 'disable');
  const [waiting] = (await site.office(site.owner).registration.applications({ query: {} })).records;
  const decided = await site
    .office(site.owner)
    .registration.decide({ body: { act: 'approve', ids: [waiting?.id ?? 0] } });
  expect(decided.failed).toMatchObject([{ id: waiting?.id }]);
  expect(await people()).toHaveLength(3);
});

test('others of the domain, and the mailbox once it is free again, register', async () => {
  await bar('lin@example.com', 'disable');
  expect((await register('ming+lin@example.com')).nickname).toBe('夏至');
  await site.office(site.owner).members.enable({ body: { id: site.lin.id } });
  const body = {
    email: 'lin+2@example.com',
    nickname: '冬至',
    password,
    code: await site.codeFor('lin+2@example.com'),
  };
  expect((await site.as(null).accounts.register({ body })).nickname).toBe('冬至');
});

test('an alias leads to one mailbox, however often it is taken', () => {
  for (const [one, other] of aliases) {
    const [mine, others] = [mailboxOf(one.toLowerCase()), mailboxOf(other.toLowerCase())];
    expect(mine).toBe(others);
    expect(mailboxOf(mine)).toBe(mine);
  }
});

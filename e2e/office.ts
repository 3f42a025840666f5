import type { Role } from '@mojian/contract/platform/permissions';
import type { Page } from 'playwright-core';
import { inDatabase } from './arrange.ts';
import { type Member, newMember } from './members.ts';
import type { Site } from './site.ts';

/** Somebody of this role, with an account of their own. */
export async function newStaff(site: Site, role: Role): Promise<Member> {
  const member = await newMember(site);
  await inDatabase(site, (db) => db.updateTable('users').set({ role }).where('id', '=', member.id).execute());
  return member;
}

/** Gives the password that is asked for again where a setting is the owner's alone. */
export async function confirmPassword(page: Page, { password }: Pick<Member, 'password'>) {
  const requested = page.getByRole('dialog', { name: '请再输入一次你的密码' });
  await requested.getByLabel('现在的密码').fill(password);
  await requested.getByRole('button', { name: /确\s*认/ }).click();
  await requested.waitFor({ state: 'hidden' });
}

/** A screen of the back office has come: its heading stands there. */
export const arrived = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();

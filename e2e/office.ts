import type { Role } from '@mojian/contract/permissions';
import type { Page } from 'playwright-core';
import { inDatabase, type Member, newMember } from './members.ts';
import type { Site } from './site.ts';

/** Somebody of this role, with an account of their own. */
export async function newStaff(site: Site, role: Role): Promise<Member> {
  const member = await newMember(site);
  await inDatabase(site, (db) => db.updateTable('users').set({ role }).where('id', '=', member.id).execute());
  return member;
}

/** A screen of the back office has come: its heading stands there. */
export const arrived = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();

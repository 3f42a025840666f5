import type { Role } from '@mojian/contract/permissions';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
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

const looks = [
  { width: widths.phone, theme: 'light' },
  { width: widths.desktop, theme: 'light' },
  { width: widths.wide, theme: 'dark' },
  { width: widths.phone, theme: 'dark' },
];

/** What is wrong with a screen of the back office: what sticks out sideways, and what axe finds, in both themes. */
export async function officeFlaws(page: Page, name: string) {
  const found: string[] = [];
  for (const { width, theme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await chooseTheme(page, theme);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}-${theme}.png` });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) found.push(`${name} ${width} ${theme}：横向多出 ${over} px`);
    found.push(...(await barriers(page)).map((barrier) => `${name} ${width} ${theme}：${barrier}`));
  }
  return found;
}

/** By its own event: what lies over the page may cover the button. */
export async function chooseTheme(page: Page, theme: string) {
  await page.evaluate((chosen) => {
    sessionStorage.setItem('theme', chosen);
    document.documentElement.dataset.theme = chosen;
    dispatchEvent(new Event('mojian:theme'));
  }, theme);
}

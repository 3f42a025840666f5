import type { Page } from 'playwright-core';

/** Folder for pictures of what is visited, where somebody wants to look. */
const folder = process.env.LOOK;
export const isLooking = folder !== undefined;

/** Saves a picture of a page as it stands, where somebody wants to look. */
export async function savePicture(page: Page, name: string, { fullPage = false } = {}) {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

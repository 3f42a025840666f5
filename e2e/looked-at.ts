import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';

const all = [widths.phone, widths.desktop, widths.wide].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);

/**
 * What is wrong with a page as it stands, at three widths and in both themes: what sticks out sideways, and what axe
 * finds.
 */
export async function flaws(page: Page, name = '') {
  const found: string[] = [];
  for (const { width, theme } of all) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}-${theme}.png` });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) found.push(`${width} ${theme}：横向多出 ${over} px`);
    found.push(...(await barriers(page)).map((barrier) => `${width} ${theme}：${barrier}`));
  }
  return found;
}

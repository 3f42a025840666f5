import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';

const all = [widths.phone, widths.desktop, widths.wide].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);

/**
 * What is wrong with a page as it stands: what sticks out sideways at three widths in both themes, and what axe finds.
 */
export async function flaws(page: Page, name = '', within: string[] = []) {
  const found: string[] = [];
  for (const { width, theme } of all) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
      if (!document.querySelector('meta[property=csp-nonce]')) return;
      sessionStorage.setItem('theme', chosen);
      dispatchEvent(new Event('mojian:theme')); // the back office draws itself anew
    }, theme);
    // colours on their way from one theme to the other are nobody's
    await page.evaluate(() =>
      Promise.allSettled(document.getAnimations().map((one) => one instanceof CSSTransition && one.finished)),
    );
    if (process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}-${theme}.png`, fullPage: true });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) found.push(`${width} ${theme}：横向多出 ${over} px`);
    // once in the light and once in the dark: what axe finds seldom depends on the width
    const isExamined = width === (theme === 'light' ? widths.phone : widths.wide);
    if (isExamined) found.push(...(await barriers(page, { within })).map((barrier) => `${width} ${theme}：${barrier}`));
  }
  return found;
}

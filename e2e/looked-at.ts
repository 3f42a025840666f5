import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
import { isLong } from './long.ts';
import { isLooking, savePicture } from './look.ts';

type Look = { width: number; theme: 'light' | 'dark' };

/** The three widths in both themes. */
export const views = [widths.phone, widths.desktop, widths.wide].flatMap((width) =>
  (['light', 'dark'] as const).map((theme): Look => ({ width, theme })),
);

/** Shows a page as it stands at another width and in another theme, without loading it anew. */
export async function turnTo(page: Page, { width, theme }: Look) {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
    if (!document.querySelector('meta[property=csp-nonce]')) return;
    sessionStorage.setItem('theme', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'theme' })); // redraws the back office
  }, theme);
  // colours on their way from one theme to the other are nobody's
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
    const running = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    await nextFrame();
    for (let frame = 0; frame < 10 && running().length > 0; frame++) {
      for (const transition of running()) transition.finish();
      await nextFrame();
    }
  });
}

/** Horizontal overflow of a page, in px. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** As `flaws`, with axe at the outer widths, in the long run at each: for pages that put things elsewhere where it is narrow. */
export async function flawsAtAll(page: Page, within: string[] = []) {
  const found: string[] = [];
  for (const look of views) {
    // widths are the same by night
    if (!isLong && look.theme === 'dark' && look.width !== widths.wide) continue;
    await turnTo(page, look);
    const over = await overflow(page);
    const isExamined = isLong || (look.theme === 'light' ? look.width !== widths.desktop : look.width === widths.wide);
    const wrong = [
      ...(over > 0 ? [`横向多出 ${over} px`] : []),
      ...(isExamined ? await barriers(page, { within }) : []),
    ];
    found.push(...wrong.map((what) => `${look.width} ${look.theme}：${what}`));
  }
  return found;
}

/**
 * Lists the overflow of a page at three widths in both themes, and what axe finds.
 */
export async function flaws(page: Page, name = '', within: string[] = []) {
  const found: string[] = [];
  for (const { width, theme } of views) {
    // widths are the same by night
    if (!isLong && !isLooking && theme === 'dark' && width !== widths.wide) continue;
    await turnTo(page, { width, theme });
    await savePicture(page, `${name}-${width}-${theme}`, { fullPage: true });
    const over = await overflow(page);
    if (over > 0) found.push(`${width} ${theme}：横向多出 ${over} px`);
    // once in the light and once in the dark: what axe finds seldom depends on the width
    const isExamined = width === (theme === 'light' ? widths.phone : widths.wide);
    if (isExamined) found.push(...(await barriers(page, { within })).map((barrier) => `${width} ${theme}：${barrier}`));
  }
  return found;
}

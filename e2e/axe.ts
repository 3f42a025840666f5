import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The minified one: a page reads it in half the time. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that depend on the theme: the light theme is examined with all of them, the dark one with these. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/** Lists the axe rules a page, or parts of it, break: a line each. */
export async function barriers(page: Page, { within = [] as string[] } = {}) {
  await atRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(examine, { within, ofColour });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Runs in the page. Only what is wrong is asked for: to describe all that is well takes axe longer than to look. */
async function examine({ within, ofColour }: { within: string[]; ofColour: string[] }) {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run(within.length > 0 ? { include: within } : document, {
    resultTypes: ['violations'],
    iframes: false, // no page of ours holds a frame
    ...(document.documentElement.dataset.theme === 'dark' && { runOnly: { type: 'rule', values: ofColour } }),
  });
  return violations;
}

/** Colours on their way from one theme to the other, and what is just opening, are nobody's. What goes on and on may. */
const atRest = (page: Page) =>
  page.waitForFunction(() => {
    const isShort = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime) < 2000;
    return !document.getAnimations().some((animation) => animation.playState === 'running' && isShort(animation));
  });

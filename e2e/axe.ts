import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What can be otherwise in the dark than in the light, where all else is looked at. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/** What keeps people out of a page, or of some parts of it: a line for each rule of axe that it breaks. */
export async function barriers(page: Page, { within = [] as string[] } = {}) {
  await atRest(page);
  // no page of ours holds a frame, and without looking for them it takes half the time
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  for (const part of within) axe.include(part);
  if (await page.evaluate(() => document.documentElement.dataset.theme === 'dark')) axe.withRules(ofColour);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Colours on their way from one theme to the other are nobody's. */
const atRest = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every((animation) => !(animation instanceof CSSTransition)));

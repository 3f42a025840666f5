import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Selects words within a block of the text, as a mouse or a long press would. */
export const select = (page: Page, words: string, within = 'p') =>
  page.evaluate(
    ([words, within]) => {
      for (const block of document.querySelectorAll(`.prose ${within}`)) {
        const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
          const at = node.data.indexOf(words);
          if (at !== -1) getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
        }
      }
    },
    [words, within] as const,
  );

/** Selects until the bar answers: its code comes with the first selection. */
export async function selectWords(page: Page, words: string) {
  const bar = page.getByRole('toolbar', { name: '选中的句子' });
  await expect
    .poll(
      async () => {
        await select(page, words);
        await page.waitForTimeout(400);
        return bar.count();
      },
      { timeout: 25_000 },
    )
    .toBe(1);
  return bar;
}

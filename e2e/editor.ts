import type { Page } from 'playwright-core';

/** Replaces the whole text of the open editor, as a paste over everything does. */
export async function setText(page: Page, text: string) {
  await page.locator('.cm-content').first().focus();
  await page.keyboard.press('ControlOrMeta+a');
  if (text === '') await page.keyboard.press('Delete');
  else await pasteIn(page, { 'text/plain': text });
}

/** Pastes what the clipboard of another program would hold, by type, where the caret is. */
export function pasteIn(page: Page, data: Record<string, string>) {
  return page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('.cm-content')?.dispatchEvent(event);
  }, data);
}

/** The text of the open editor. What is far off screen is not in the page: only for short texts. */
export async function textOf(page: Page): Promise<string> {
  const lines = await page.locator('.cm-content > .cm-line').allTextContents();
  return lines.join('\n');
}

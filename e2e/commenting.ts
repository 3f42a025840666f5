import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { dropPages, inDatabase } from './arrange.ts';
import { carryToken, type Member, tokenFor, workDone } from './members.ts';
import type { Site } from './site.ts';
import type { openStage } from './stage.ts';

/** The article whose comments the specs write. */
export const path = '/article/1';

const counter = (page: Page) => page.locator('#comments .push', { hasText: '/ 1000' });
export const field = (page: Page) => page.getByRole('textbox', { name: '写评论' });
export const send = (page: Page) => page.getByRole('button', { name: '发布' });
export const row = (page: Page, text: string) =>
  page.locator('.comment', { has: page.locator('.comment-text', { hasText: text }) }).last();
export const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
export const login = (page: Page) => page.getByRole('dialog', { name: '登录', exact: true });

export async function say(page: Page, text: string) {
  await field(page).fill(text);
  await send(page).first().click();
  await row(page, text).waitFor();
}

/** Waits until the form of the comments has taken over the served one. */
export async function alive(page: Page) {
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await counter(page).first().waitFor();
}

/** A browser on the article, its comments alive; logged in if it is somebody's. */
export function commentsOn({ site, openPage }: Pick<ReturnType<typeof openStage>, 'site' | 'openPage'>) {
  return async (who?: Member, { at = path, ...options }: { at?: string } & BrowserContextOptions = {}) => {
    const opening = await openPage(options);
    opening.page.setDefaultTimeout(25_000);
    if (who) await carryToken(opening.page, site, await tokenFor(site, who));
    await opening.page.goto(at);
    await alive(opening.page);
    return opening;
  };
}

/** Pastes or drops a picture onto a field, of a comment or of another form. */
export async function give(field: Locator, kind: 'paste' | 'drop', { name, buffer }: { name: string; buffer: Buffer }) {
  await field.evaluate(
    (area, [kind, name, data]) => {
      const input = new DataTransfer();
      const decoded = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      input.items.add(new File([decoded], name, { type: 'image/png' }));
      const init = { bubbles: true, cancelable: true };
      if (kind === 'paste') area.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: input }));
      else area.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: input }));
    },
    [kind, name, buffer.toString('base64')] as const,
  );
}

/** Removes all comments. A page that still has them would ask for their pictures, which nobody may see any more. */
export async function removeComments(site: Site) {
  await inDatabase(site, async (db) => {
    await db.deleteFrom('comments').execute();
    await db.updateTable('articles').set({ comments: 0 }).execute();
  });
  await dropPages(site, 'article:1');
  await workDone(site);
}

import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { apiOf } from './api.ts';
import { tokenFor } from './members.ts';
import type { Site } from './site.ts';

/** The parts of the editor's page, as its writer sees it. */
export const title = (page: Page) => page.getByRole('textbox', { name: '标题' });
export const text = (page: Page) => page.locator('.text-pane .cm-content');
export const strip = (page: Page, words: string) => page.locator('.desk-strip', { hasText: words });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Writes at the end of the text. */
export async function write(page: Page, words: string) {
  await text(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(words);
}

/** Until the bar says this of what was written. */
export const says = (page: Page, words: string) => page.locator('.desk-saved', { hasText: words }).waitFor();

/** Answers saves in another way, until the returned function is called. */
export async function onSaves(page: Page, answer: (route: Route) => Promise<void>) {
  const saves = (url: URL) => url.pathname === '/v1/article/';
  await page.route(saves, (route) => (route.request().method() === 'PUT' ? answer(route) : route.continue()));
  return () => page.unroute(saves);
}

/** The number the article got from the server, once it has one. */
export async function numberOf(page: Page) {
  await page.waitForURL(/\/newposts\?id=\d+/);
  return Number(new URL(page.url()).searchParams.get('id'));
}

/** Draft on the server as its author gets it. */
export async function onServer(site: Site, who: { id: number }, id: number) {
  return apiOf(site, { token: await tokenFor(site, who) }).drafts.mine({ query: { id } });
}

/** Until the server has this text. */
export const arrived = (site: Site, who: { id: number }, id: number, markdown: string) =>
  expect.poll(async () => (await onServer(site, who, id)).content.markdown, { timeout: 20_000 }).toBe(markdown);

/** A line's element of CodeMirror, which knows the editor: pictures are drawn in the place of their Markdown. */
type Tile = { cmTile: { root: { view: { state: { doc: { toString: () => string } } } } } };

/** The text of the open editor. */
export const shown = (page: Page) =>
  text(page).evaluate((content) => (content as unknown as Tile).cmTile.root.view.state.doc.toString());

/** Replaces the whole text of the open editor, as a paste over everything does. */
export async function setText(page: Page, text: string) {
  await page.locator('.cm-content').first().focus();
  await page.keyboard.press('ControlOrMeta+a');
  if (text === '') await page.keyboard.press('Delete');
  else await pasteIn(page, { 'text/plain': text });
}

/** Pastes what the clipboard of another program would hold, by type, where the caret is. */
export function pasteIn(page: Page, data: Record<string, string>) {
  return page.evaluate((input) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(input)) clipboardData.setData(type, text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('.cm-content')?.dispatchEvent(event);
  }, data);
}

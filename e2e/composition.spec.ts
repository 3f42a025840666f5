import type { ElementHandle, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { carryToken, enterAs, type Member, tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let owner: Member;
beforeAll(async () => {
  owner = await newStaff(site, 'owner');
});

/** Whatever takes letters. */
const fields =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range], [type=color], [readonly]), textarea, [contenteditable=true], [role=combobox]:not([readonly])';

/** Sends a field the keys that end, leave or steer a composition, as Safari and as the others do; returns what happened. */
async function pressInField(field: HTMLElement) {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const look = () => {
    const dialogs = document.querySelectorAll('dialog[open], [role=dialog]').length;
    // without the query, in which a filter writes what was typed a moment ago
    return [location.pathname, document.activeElement === field, dialogs].join();
  };
  field.focus();
  if (field instanceof HTMLInputElement && !field.readOnly) document.execCommand('insertText', false, '文');
  await frame();
  const happened: string[] = [];
  for (const key of ['Enter', 'ArrowDown', 'Tab', 'Escape', 'Enter isComposing', 'Escape isComposing']) {
    const [name = '', isComposing] = key.split(' ');
    const before = look();
    const init = { key: name, code: name, keyCode: 229, isComposing: Boolean(isComposing) };
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
    await frame();
    // a list that comes for what was typed before may take the field away
    if (event.defaultPrevented || (field.isConnected && look() !== before))
      happened.push(`${field.outerHTML.slice(0, 120)}: ${key}`);
  }
  return happened;
}

/** Presses in every field that can be seen. */
async function pressComposed(page: Page) {
  const all = await page.$$(fields);
  const happened: string[] = [];
  let count = 0;
  // a list that follows a filter may replace what stands behind it
  for (const field of all) {
    if (!(await field.isVisible())) continue;
    count++;
    happened.push(...(await (field as ElementHandle<HTMLElement>).evaluate(pressInField)));
  }
  return { count, happened };
}

const screens = ['/', '/search?q=文', '/article/1', '/say', '/newSays', '/message', '/links', '/user', '/im', '/reset'];

test('no key of a composition does anything in any field of the site', async () => {
  const { page } = await openPage();
  await enterAs(page, site, owner);
  let count = 0;
  for (const path of screens) {
    await page.goto(path);
    await hydrated(page);
    const found = await pressComposed(page);
    expect(found.happened, path).toEqual([]);
    count += found.count;
  }
  expect(count).toBeGreaterThan(8);
});

test('nor in the search, the list of names under a comment, and the writing desk with its settings', async () => {
  const { page } = await openPage({ viewport: { width: 1600, height: 900 } });
  await enterAs(page, site, owner);
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('dialog', { name: '搜索文章' });
  await search.getByRole('searchbox').or(search.getByRole('combobox')).fill('墨笺');
  await search.getByRole('option').first().waitFor();
  expect(await pressComposed(page)).toEqual({ count: expect.any(Number), happened: [] });

  await page.goto('/newposts');
  await hydrated(page);
  await page.getByRole('toolbar', { name: '格式' }).waitFor();
  await page.locator('.cm-content').focus();
  await page.keyboard.insertText('- 一项');
  await page.keyboard.press('ControlOrMeta+f');
  await page.locator('.find-place input').first().waitFor();
  const desk = await pressComposed(page);
  expect(desk.happened).toEqual([]);
  expect(desk.count).toBeGreaterThan(6);
  expect(await page.locator('.find-place').count()).toBe(1);
});

const office =
  'users applications invitations articles board categories comments feedback links navigation redirects reports series says tags audit settings files chat'.split(
    ' ',
  );

test('nor in any field of the back office', { timeout: 300_000 }, async () => {
  const { page } = await openPage();
  await carryToken(page, site, await tokenFor(site, owner));
  let count = 0;
  for (const name of office) {
    await page.goto(`/admin/${name === 'applications' || name === 'invitations' ? `users/${name}` : name}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const found = await pressComposed(page);
    expect(found.happened, name).toEqual([]);
    count += found.count;
  }
  await page.keyboard.press('ControlOrMeta+k');
  await page.locator('.jump-box-field input').fill('设置');
  expect((await pressComposed(page)).happened).toEqual([]);
  expect(count).toBeGreaterThan(10);
});

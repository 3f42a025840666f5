import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { inDatabase } from './arrange.ts';
import { barriers } from './axe.ts';
import { arrived, numberOf, onSaves, onServer, press, says, shown, strip, text, title, write } from './editor.ts';
import { enterAs, type Member, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });

const timeoutMs = 120_000;
/** Filters out the browser's own messages about a lost network and refusals. */
const ours = (faults: string[]) => faults.filter((fault) => !/ERR_|status of 4\d\d|网络请求失败/.test(fault));

async function open(who: Member, at = '/newposts', options: object = {}) {
  const opening = await openPage(options);
  opening.page.setDefaultTimeout(20_000);
  await enterAs(opening.page, site, who);
  await opening.page.goto(at);
  await text(opening.page).waitFor();
  return opening;
}

/** An article with a few words that are on the server. */
async function begun(words = '雨水。') {
  const who = await newMember(site);
  const { page, faults } = await open(who);
  await title(page).fill('春天');
  await write(page, words);
  const id = await numberOf(page);
  await arrived(site, who, id, words);
  await says(page, '已保存');
  return { who, page, faults, id };
}

/** Texts of the drafts stored in this browser. */
function onDevice(page: Page) {
  return page.evaluate(async () => {
    const result = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const db = await result(indexedDB.open('mojian-desk'));
    const entries = await result(db.transaction('entries').objectStore('entries').getAll());
    db.close();
    return entries.map(({ content }) => content.markdown).join();
  });
}

async function another(page: Page, at: string) {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(20_000);
  await tab.goto(at);
  await text(tab).waitFor();
  return tab;
}

test('a new draft is saved on the server and gets its own address', {
  timeout: timeoutMs,
}, async () => {
  const { who, page, faults, id } = await begun();
  await write(page, '惊蛰。');
  await arrived(site, who, id, '雨水。惊蛰。');
  await title(page).fill('春天来了');
  await page.keyboard.press('ControlOrMeta+s');
  await page.locator('.toast', { hasText: '已保存' }).waitFor();
  expect((await onServer(site, who, id)).content.title).toBe('春天来了');
  await page.reload();
  await expect.poll(() => shown(page)).toBe('雨水。惊蛰。');
  expect(await page.locator('.desk-strip').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('without a network the draft stays in the browser and is saved once online', { timeout: timeoutMs }, async () => {
  const { who, page, faults, id } = await begun();
  await page.context().setOffline(true);
  await write(page, '惊蛰。');
  await says(page, '没有网络，已保存在这台设备');
  expect((await onServer(site, who, id)).content.markdown).toBe('雨水。');
  await write(page, '春分。');
  await page.context().setOffline(false);
  await arrived(site, who, id, '雨水。惊蛰。春分。');
  await says(page, '已保存');
  expect(ours(faults)).toEqual([]);
});

async function logIn(page: Page, { email, password }: Member) {
  const dialog = page.getByRole('dialog', { name: '登录', exact: true });
  await dialog.waitFor();
  await dialog.locator('[name="email"]').fill(email);
  await dialog.locator('[name="password"]').fill(password);
  await dialog.locator('[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
}

const endSessions = (who: Member) =>
  inDatabase(site, (db) => db.deleteFrom('sessions').where('userId', '=', who.id).execute());

test('an expired session asks to log in over the text, and the same member continues', {
  timeout: timeoutMs,
}, async () => {
  const { who, page, faults, id } = await begun();
  await endSessions(who);
  await write(page, '惊蛰。');
  await strip(page, '登录已过期').waitFor();
  await page.getByRole('dialog', { name: '登录', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await write(page, '春分。');
  await press(page, '在此登录');
  await logIn(page, who);
  await arrived(site, who, id, '雨水。惊蛰。春分。');
  expect(await shown(page)).toBe('雨水。惊蛰。春分。');
  await says(page, '已保存');
  expect(ours(faults)).toEqual([]);
});

test('another member who logs in does not see the draft, which waits for its writer', {
  timeout: timeoutMs,
}, async () => {
  const { who, page, id } = await begun();
  const other = await newMember(site);
  await endSessions(who);
  await write(page, '惊蛰。');
  await logIn(page, other);
  await strip(page, `现在登录的是${other.nickname}`).waitFor();
  await write(page, '春分。');
  expect(await shown(page)).toBe('雨水。惊蛰。春分。');
  const owned = await inDatabase(site, (db) =>
    db.selectFrom('articles').select('id').where('authorId', '=', other.id).execute(),
  );
  expect(owned).toEqual([]);
  expect((await onServer(site, who, id)).content.markdown).toBe('雨水。');

  await press(page, '写新文章');
  await expect.poll(() => shown(page)).not.toContain('雨水');
  await enterAs(page, site, who);
  await page.goto(`/newposts?id=${id}`);
  await strip(page, '已经从这台设备找回').waitFor();
  await arrived(site, who, id, '雨水。惊蛰。春分。');
});

test('a new article closed in mid-word is offered again', { timeout: timeoutMs }, async () => {
  const who = await newMember(site);
  const { page } = await open(who);
  const tab = await another(page, '/newposts');
  await title(tab).fill('没写完的');
  await write(tab, '最后一个字');
  await tab.close();
  await page.reload();
  const list = page.getByRole('region', { name: '这台设备上还有没写完的' });
  await list.getByText('没写完的', { exact: true }).waitFor();
  await list.getByRole('button', { name: '删除：没写完的' }).click();
  await list.getByRole('button', { name: '撤销' }).click();
  await list.getByRole('button', { name: '继续写：没写完的' }).click();
  await expect.poll(() => shown(page)).toBe('最后一个字');
  const id = await numberOf(page);
  await arrived(site, who, id, '最后一个字');
  expect((await onServer(site, who, id)).content.title).toBe('没写完的');
  await page.goto('/newposts');
  await text(page).waitFor();
  expect(await list.count()).toBe(0);
});

test('unsaved content of a closed or crashed tab is restored with a notice and can be undone', {
  timeout: timeoutMs,
}, async () => {
  const { who, page, id } = await begun();
  const address = `/newposts?id=${id}`;
  await page.route('**/v1/article/', (route) => route.abort());
  await write(page, '惊蛰。');
  await says(page, '没有网络');
  await write(page, '春分。');
  await expect.poll(() => onDevice(page)).toContain('春分。'); // within a few frames, however slow they are
  const context = page.context();
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => {}); // nobody is left to answer
  await crashed;
  const again = await context.newPage();
  again.setDefaultTimeout(20_000);
  await again.goto(address);
  await strip(again, '已经从这台设备找回').waitFor();
  expect(await shown(again)).toBe('雨水。惊蛰。春分。');
  await arrived(site, who, id, '雨水。惊蛰。春分。');
  await press(again, '放弃，用已保存的版本');
  await arrived(site, who, id, '雨水。');
  expect(await shown(again)).toBe('雨水。');
});

test('a browser without IndexedDB keeps the draft as well', { timeout: timeoutMs }, async () => {
  const { who, page, id } = await begun();
  await page.context().addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  const tab = await another(page, '/newposts');
  await page.close();
  await tab.goto(`/newposts?id=${id}`);
  await text(tab).waitFor();
  await tab.context().setOffline(true);
  await write(tab, '惊蛰。');
  await says(tab, '没有网络，已保存在这台设备');
  await tab.close();
  await tab.context().setOffline(false);
  const next = await tab.context().newPage();
  next.setDefaultTimeout(20_000);
  await next.goto(`/newposts?id=${id}`);
  await strip(next, '已经从这台设备找回').waitFor();
  await arrived(site, who, id, '雨水。惊蛰。');
});

test('only one of two tabs can edit; the other may take over', { timeout: timeoutMs }, async () => {
  const { who, page, id } = await begun();
  const tab = await another(page, `/newposts?id=${id}`);
  await strip(tab, '正在另一个标签页里编辑').waitFor();
  expect(await text(tab).getAttribute('contenteditable')).toBe('false');
  await write(page, '惊蛰。');
  await press(tab, '在这里编辑');
  await strip(page, '正在另一个标签页里编辑').waitFor();
  await expect.poll(() => shown(tab)).toBe('雨水。惊蛰。');
  await write(tab, '春分。');
  await arrived(site, who, id, '雨水。惊蛰。春分。');
  await tab.close({ runBeforeUnload: true });
  await expect.poll(() => shown(page)).toBe('雨水。惊蛰。春分。');
  await expect.poll(() => text(page).getAttribute('contenteditable')).toBe('true');
});

test('a tab that may only read lets go of words that another tab has yet to save', { timeout: timeoutMs }, async () => {
  const { page, id } = await begun();
  await onSaves(page, (route) => route.abort());
  await write(page, '惊蛰。');
  await page.locator('.desk-saved', { hasText: '没有网络' }).waitFor();
  const tab = await another(page, `/newposts?id=${id}`);
  await strip(tab, '正在另一个标签页里编辑').waitFor();
  expect(await shown(tab)).toBe('雨水。惊蛰。');
  expect(await tab.locator('.desk-saved').count()).toBe(0);
  expect(await strip(tab, '已经从这台设备找回').count()).toBe(0);
  await tab.getByRole('link', { name: '首页' }).first().click();
  await tab.waitForURL('**/');
  expect(await tab.locator('.toast').count()).toBe(0);
  expect(await shown(page)).toBe('雨水。惊蛰。');
});

test('two devices do not overwrite each other, and both texts are kept', { timeout: timeoutMs }, async () => {
  const { who, page, id, faults } = await begun('雨水。\n\n正月中。');
  const device = (await open(who, `/newposts?id=${id}`)).page;
  await title(device).fill('别处的春天');
  await write(device, '\n\n别处的。');
  await arrived(site, who, id, '雨水。\n\n正月中。\n\n别处的。');
  await write(page, '这里的。');
  await strip(page, '别处有更新的版本').waitFor();
  await write(page, '还有。');
  expect((await onServer(site, who, id)).content.markdown).toBe('雨水。\n\n正月中。\n\n别处的。');

  await press(page, '比较并合并');
  const dialog = page.getByRole('dialog', { name: '合并两个版本' });
  await dialog.getByRole('button', { name: '取消' }).first().click();
  expect((await onServer(site, who, id)).content.title).toBe('别处的春天');
  await page.reload();
  await strip(page, '别处有更新的版本').waitFor();
  expect(await shown(page)).toContain('正月中。这里的。还有。');
  await write(page, '再来。');
  await page.reload();
  await strip(page, '别处有更新的版本').waitFor();
  expect(await shown(page)).toContain('正月中。这里的。还有。再来。');

  await press(page, '比较并合并');
  await dialog.getByRole('radio', { name: '别处的 别处的春天' }).check();
  expect(await barriers(page, { within: ['.merge'] })).toEqual([]);
  await dialog.getByRole('button', { name: '用别处的这一段' }).first().click();
  await dialog.getByRole('textbox', { name: '这里的（合并结果）' }).press('ControlOrMeta+End');
  await page.keyboard.insertText('合好了。');
  const release = await onSaves(page, async (route) => {
    await setTimeout(1500);
    await route.continue();
  });
  await dialog.getByRole('button', { name: '保存合并结果' }).click();
  await dialog.waitFor({ state: 'detached' });
  await write(page, '又一句。');
  await release();
  await says(page, '已保存');
  await arrived(site, who, id, '雨水。\n\n正月中。\n\n别处的。合好了。又一句。');
  expect((await onServer(site, who, id)).content.title).toBe('别处的春天');
  expect(await shown(page)).toContain('合好了。又一句。');
  const stored = await inDatabase(site, (db) =>
    db.selectFrom('revisions').select('content').where('articleId', '=', id).execute(),
  );
  const texts = stored.map((row) => JSON.parse(row.content).markdown);
  expect(texts).toEqual(
    expect.arrayContaining(['雨水。\n\n正月中。\n\n别处的。', '雨水。\n\n正月中。这里的。还有。再来。']),
  );
  expect(ours(faults)).toEqual([]);
});

test('a private version is named as such when two are merged', { timeout: timeoutMs }, async () => {
  const { who, page, id } = await begun();
  const { drafts } = apiOf(site, { token: await tokenFor(site, who) });
  const { version, content } = await onServer(site, who, id);
  await drafts.save({ body: { id, version, content: { ...content, readType: 5 } } });
  await write(page, '惊蛰。');
  await press(page, '比较并合并');
  const dialog = page.getByRole('dialog', { name: '合并两个版本' });
  await dialog.getByRole('radio', { name: '别处的 仅自己' }).waitFor();
});

test('merging with a version handed in elsewhere takes it back, and says so', { timeout: timeoutMs }, async () => {
  const { who, page, id } = await begun();
  const { drafts } = apiOf(site, { token: await tokenFor(site, who) });
  await drafts.submit({ body: { id, version: (await onServer(site, who, id)).version } });
  await write(page, '惊蛰。');
  await press(page, '比较并合并');
  await page.getByRole('dialog').getByRole('button', { name: '保存合并结果' }).click();
  await arrived(site, who, id, '雨水。惊蛰。');
  expect((await onServer(site, who, id)).submittedAt).toBeNull();
  await strip(page, '正在等待审核').waitFor({ state: 'detached' });
  await expect.poll(() => text(page).getAttribute('contenteditable')).toBe('true');
});

test('a dialog that does not load leaves the text as it is, and can be opened again', {
  timeout: timeoutMs,
}, async () => {
  const { page } = await begun();
  await page.locator('.preview .prose', { hasText: '雨水' }).waitFor();
  await page.route('**/assets/*.js', (route) => route.abort());
  const toast = page.locator('.toast', { hasText: '加载失败' });
  for (const name of ['历史', '导入 .md', '分享', '提交审核']) {
    await press(page, name);
    await toast.waitFor();
    expect(await shown(page)).toBe('雨水。');
    await toast.evaluate((shown) => shown.remove());
  }
  await text(page).press('ControlOrMeta+/');
  await toast.waitFor();
  expect(await shown(page)).toBe('雨水。');
  await page.unroute('**/assets/*.js');
  await toast.getByRole('button', { name: '重试' }).click();
  await page.getByRole('dialog', { name: '快捷键' }).waitFor();
  await page.keyboard.press('Escape');
  await press(page, '历史');
  await page.getByRole('dialog', { name: '历史版本' }).waitFor();
});

test('leaving the editor for another page saves the last words', { timeout: timeoutMs }, async () => {
  const { who, page, id } = await begun();
  await write(page, '惊蛰。');
  await page.getByRole('link', { name: '首页' }).first().click();
  await page.waitForURL('**/');
  await arrived(site, who, id, '雨水。惊蛰。');
});

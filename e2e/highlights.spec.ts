import type { Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { type Db, dropPages, inDatabase, writeArticle } from './arrange.ts';
import { barriers } from './axe.ts';
import { removeComments, toast } from './commenting.ts';
import { savePicture } from './look.ts';
import { turnTo, views } from './looked-at.ts';
import { carryToken, newCrowd, newMember, tokenFor } from './members.ts';
import { select, selectWords } from './selecting.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
afterEach(() => removeComments(site));
vi.setConfig({ testTimeout: 120_000, expect: { poll: { timeout: 25_000 } } });

const sentence = '写得慢的人，并不是想得慢。';
const markdown = `人们总说手写慢，打字快。其实快慢不在工具。\n\n写得快的时候，词是成群来的。${sentence}他只是不肯让手跑到心的前面去。\n\n\`\`\`\nconst slow = true;\n\`\`\`\n\n头一件，写完不急着改。`;

/** An article of the owner with this text; an id writes it anew. */
async function write(text = markdown, id?: number) {
  const authorId = 1;
  const written = await writeArticle(site, { authorId, title: '把字写慢', markdown: text }, id);
  if (id) await dropPages(site, `article:${id}`);
  return written;
}

/** Opens the article as a visitor or with somebody's token. */
async function open(articleId: number, token?: string, options: Parameters<typeof openPage>[0] = {}) {
  const opened = await openPage({ viewport: { width: 1440, height: 900 }, ...options });
  opened.page.setDefaultTimeout(25_000);
  if (token) await carryToken(opened.page, site, token);
  await opened.page.goto(`/article/${articleId}`);
  return opened;
}

const selected = (page: Page, words = sentence) => selectWords(page, words);

const lines = (page: Page, kind: 'own' | 'others') =>
  page.locator(`.drawn-highlights-${kind}`).evaluateAll((spans) => spans.map((one) => one.textContent).join(''));
const panel = (page: Page) => page.getByRole('dialog', { name: '想法' });
const request = (token: string, path: string, body: object) =>
  fetch(`${site.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a sentence is marked, counted, made into a card, written about and kept through an edit, and said to have changed after another', async () => {
  const articleId = await write();
  const quote = { words: sentence };
  for (const token of await newCrowd(site, 3))
    expect((await request(token, 'highlight/', { articleId, quote })).status).toBe(200);
  const member = await newMember(site);
  const token = await tokenFor(site, member);
  const { page, faults } = await open(articleId, token);
  await expect.poll(() => lines(page, 'others')).toBe(sentence);
  const number = page.getByRole('button', { name: '这一句3 人划过' });
  expect(await number.getAttribute('data-number')).toBe('3');

  await (await selected(page, '他只是不肯')).getByRole('button', { name: '划线' }).click();
  await expect.poll(() => lines(page, 'own')).toBe('他只是不肯');
  await (await selected(page, '他只是不肯')).getByRole('button', { name: '取消划线' }).click();
  await expect.poll(() => lines(page, 'own')).toBe('');

  await (await selected(page)).getByRole('button', { name: '做成笺' }).click();
  const card = page.getByRole('dialog', { name: '做成笺' });
  await card.getByRole('img', { name: `笺：${sentence}` }).waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });

  await number.click();
  await panel(page).getByText('还没有人在这里写过').waitFor();
  await panel(page).getByRole('textbox', { name: '写想法' }).fill('心跑了，手还在原地。');
  for (const view of views) {
    await turnTo(page, view);
    expect(await barriers(page), JSON.stringify(view)).toEqual([]);
    await savePicture(page, `highlights-thoughts-${view.width}-${view.theme}`);
  }
  await panel(page).getByRole('button', { name: '发布' }).click();
  await panel(page).locator('.thoughts-list', { hasText: '心跑了，手还在原地。' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => panel(page).count()).toBe(0);

  await write(`新写的一段。\n\n${markdown.replace(sentence, `**${sentence}**`)}`, articleId);
  await page.goto(`/article/${articleId}`);
  await expect.poll(() => lines(page, 'others')).toBe(sentence);
  const quoted = page.locator('.comment blockquote', { hasText: sentence });
  await quoted.first().waitFor();
  expect(await quoted.first().textContent()).not.toContain('这句后来改了');

  await write(markdown.replace('想得慢', '想得少'), articleId);
  await page.goto(`/article/${articleId}`);
  await page.locator('.comment blockquote', { hasText: '这句后来改了' }).first().waitFor();
  expect(await page.locator('.drawn-highlights').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a thought is answered within the panel, to which the contents give way', async () => {
  const articleId = await write(`${markdown}\n\n## 三件小事\n\n头一件。`);
  const crowd = await newCrowd(site, 3);
  const quote = { words: sentence };
  for (const token of crowd) await request(token, 'highlight/', { articleId, quote });
  await request(crowd[0] ?? '', 'comment/', { articleId, quote, text: '抄下来了。', key: 'thought' });
  const { page, faults } = await open(articleId, await tokenFor(site, await newMember(site)));
  const contents = page.locator('.article-toc');
  const opacity = () => contents.evaluate((one) => getComputedStyle(one).opacity);
  await page.locator('.drawn-highlights-number').first().click();
  await panel(page).getByText('抄下来了。').waitFor();
  await expect.poll(opacity).toBe('0');

  await panel(page).getByRole('button', { name: '回复' }).click();
  await panel(page)
    .getByRole('textbox', { name: /^回复 / })
    .fill('也抄给了学生。');
  for (const view of views) {
    await turnTo(page, view);
    expect(await barriers(page, { within: ['.thoughts'] }), JSON.stringify(view)).toEqual([]);
    await savePicture(page, `highlights-reply-${view.width}-${view.theme}`);
  }
  await panel(page).locator('.thoughts-replies').getByRole('button', { name: '发布' }).click();
  await panel(page).locator('.thoughts-replies', { hasText: '也抄给了学生。' }).waitFor();
  await panel(page).getByRole('button', { name: '回复 1' }).waitFor();
  expect(await panel(page).locator('.thoughts-replies textarea').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(opacity).toBe('1');
  await page.reload();
  await page.locator('.comment-replies', { hasText: '也抄给了学生。' }).waitFor();
  expect(faults).toEqual([]);
});

test('the page of an author shows the sentence of theirs that most people marked, and leads to its article', async () => {
  const { id: authorId } = await newMember(site);
  const articleId = await writeArticle(site, { authorId, title: '把字写慢', markdown });
  const { page, faults } = await openPage({ viewport: { width: 1200, height: 900 } });
  await page.goto(`/user/${authorId}`);
  const shown = page.locator('.member-aside section', { hasText: '被划得最多的一句' });
  expect(await shown.count()).toBe(0);
  for (const token of await newCrowd(site, 3))
    expect((await request(token, 'highlight/', { articleId, quote: { words: sentence } })).status).toBe(200);
  await expect
    .poll(async () => {
      await page.goto(`/user/${authorId}`);
      return shown.count();
    })
    .toBe(1);
  expect(await shown.locator('blockquote').innerText()).toBe(sentence);
  for (const view of views) {
    await turnTo(page, view);
    await shown.scrollIntoViewIfNeeded();
    expect(await barriers(page, { within: ['.member-aside'] }), JSON.stringify(view)).toEqual([]);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/most-${view.width}-${view.theme}.png` });
  }
  await shown.getByText('3 人划过').waitFor();
  await shown.getByRole('link', { name: '把字写慢' }).click();
  await page.waitForURL(`**/article/${articleId}`);
  expect(faults).toEqual([]);
});

test('the keyboard reaches the bar, walks in it and leaves it; code and tables have none', async () => {
  const articleId = await write();
  const { page, faults } = await open(articleId);
  await selected(page);
  await page.keyboard.press('Alt+m');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('划线');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('写想法');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).not.toBe('划线');
  for (const view of views) {
    await turnTo(page, view);
    await selected(page);
    await savePicture(page, `highlights-bar-${view.width}-${view.theme}`);
  }
  await page.keyboard.press('Escape');
  const bar = page.getByRole('toolbar', { name: '选中的句子' });
  await expect.poll(() => bar.count()).toBe(0);
  await select(page, 'slow', 'pre');
  await page.waitForTimeout(500);
  expect(await bar.count()).toBe(0);
  await (await selected(page)).getByRole('button', { name: '复制' }).click();
  await toast(page, '复制成功,转载请务必保留原文链接!');
  expect(faults).toEqual([]);
});

test('on a phone the bar lies at the foot; a visitor’s line stays on the device, and their thought waits for the login', async () => {
  const articleId = await write();
  const { page, faults } = await open(articleId, undefined, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const bar = await selected(page);
  const part = bar.getByRole('button', { name: '划线' });
  const box = await bar.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(56);
  await part.tap();
  await toast(page, '已划线，留在这台设备上');
  await expect.poll(() => lines(page, 'own')).toBe(sentence);
  await page.reload();
  await expect.poll(() => lines(page, 'own')).toBe(sentence);
  expect(
    await inDatabase(site, (db) => db.selectFrom('passages').select('id').where('articleId', '=', articleId).execute()),
  ).toEqual([]);

  await (await selected(page, '头一件')).getByRole('button', { name: '写想法' }).tap();
  const field = panel(page).getByRole('textbox', { name: '写想法' });
  await field.fill('改天再改');
  await panel(page).getByRole('button', { name: '发布' }).tap();
  await page.getByRole('dialog', { name: '登录', exact: true }).waitFor();
  const member = await newMember(site);
  await carryToken(page, site, await tokenFor(site, member));
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('改天再改');
  await expect
    .poll(() => page.evaluate((id) => localStorage.getItem(`highlights ${id}`), articleId), { timeout: 10_000 })
    .toBeNull();
  const handedOver = (db: Db) => db.selectFrom('highlights').select('userId').where('articleId', '=', articleId);
  expect(await inDatabase(site, (db) => handedOver(db).execute())).toEqual([{ userId: member.id }]);
  expect(await lines(page, 'own')).toBe(sentence);
  await panel(page).getByRole('button', { name: '发布' }).tap();
  await panel(page).locator('.thoughts-list', { hasText: '改天再改' }).waitFor();
  expect(faults).toEqual([]);
});

test('others’ lines can be turned off, an article without any loads nothing of them, and without scripts thoughts are comments', async () => {
  const articleId = await write();
  const member = await newMember(site);
  const token = await tokenFor(site, member);
  const requests: string[] = [];
  const { page } = await openPage({ viewport: { width: 1200, height: 900 } });
  page.on('request', (one) => requests.push(new URL(one.url()).pathname));
  await page.goto(`/article/${articleId}`);
  await page.locator('#comments[data-awake="true"], #comments:not([data-awake="false"])').first().waitFor();
  expect(requests.filter((path) => /highlight|selection-bar/.test(path) && !path.includes('watch-selection'))).toEqual(
    [],
  );

  expect((await request(token, 'comment/', { articleId, text: '想法一条', quote: { words: sentence } })).status).toBe(
    200,
  );
  await expect
    .poll(async () => {
      await page.goto(`/article/${articleId}`);
      return lines(page, 'others');
    })
    .toBe(sentence);
  await page.evaluate(() => {
    localStorage.setItem('others highlights', 'false');
    dispatchEvent(new Event('mojian:highlights'));
  });
  await expect.poll(() => lines(page, 'others')).toBe('');

  const { page: plain } = await open(articleId, undefined, { javaScriptEnabled: false });
  await plain.locator('.comment', { hasText: '想法一条' }).locator('blockquote', { hasText: sentence }).waitFor();
  expect(await plain.locator('.drawn-highlights').count()).toBe(0);
});

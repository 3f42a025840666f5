import { expect, test, vi } from 'vitest';
import { addGuest, inDatabase } from './arrange.ts';
import { barriers } from './axe.ts';
import { flawsAtAll } from './looked-at.ts';
import { carryToken, codeSentTo, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
vi.setConfig({ testTimeout: 120_000 });

const website = 'https://friend.example/blog';

/** A guest of an earlier site with a comment, a reply to it, a board message and, where asked for, an article. */
async function moveIn(name: string, { email = '', articleId = 0 } = {}) {
  const id = await addGuest(site, { name, email, website, createdAt: Date.UTC(2015, 4, 1) });
  return inDatabase(site, async (db) => {
    const text = { text: `${name}写过的`, createdAt: Date.UTC(2015, 4, 1), state: 'shown' as const };
    const row = { articleId: 1, authorId: id, html: `<p>${text.text}</p>`, sendKey: null, removedAt: null, ...text };
    const first = { ...row, parentId: null, replyToId: null, pinned: 1, replies: 1 };
    const top = await db.insertInto('comments').values(first).returning('id').executeTakeFirstOrThrow();
    const reply = { ...row, parentId: top.id, replyToId: top.id, html: `<p>${name}的回复</p>`, text: `${name}的回复` };
    await db.insertInto('comments').values(reply).execute();
    await db
      .updateTable('articles')
      .set((article) => ({ comments: article('comments', '+', 2) }))
      .where('id', '=', 1)
      .execute();
    await db
      .insertInto('boardMessages')
      .values({ authorId: id, nickname: name, place: '', ...text, createdAt: Date.now() })
      .execute();
    if (articleId > 0) await db.updateTable('articles').set({ authorId: id }).where('id', '=', articleId).execute();
    return id;
  });
}

test('a guest is read everywhere with the mark 访客 and their own site, and nowhere as a member', async () => {
  const [writer, silent] = [await moveIn('老友', { articleId: 2 }), await moveIn('路人')];
  const { page, faults } = await openPage();
  await page.goto('/article/1');
  const comment = page.locator('.comment', { hasText: '老友写过的' }).first();
  await comment.scrollIntoViewIfNeeded();
  const name = comment.getByRole('link', { name: '老友', exact: true }).first();
  expect(await name.getAttribute('href')).toBe(website);
  expect(await name.getAttribute('rel')).toBe('ugc nofollow noopener noreferrer');
  expect(await comment.locator('.badge').first().innerText()).toBe('访客');
  expect(await comment.getByText('置顶').count()).toBe(1);
  expect(await page.locator('.comments-list > li').first().innerText()).toContain('置顶');
  expect(await flawsAtAll(page, ['#comments'])).toEqual([]);

  await page.goto('/message');
  const message = page.locator('.board-list li', { hasText: '路人' });
  await message.getByText('访客', { exact: true }).waitFor();
  expect(await message.getByRole('link', { name: '路人' }).getAttribute('href')).toBe(website);
  expect(await flawsAtAll(page, ['.board-list'])).toEqual([]);

  await page.goto('/article/2');
  await page.locator('.article-writer-line .badge', { hasText: '访客' }).waitFor();
  expect(await page.getByRole('button', { name: '关注' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: '私聊' }).count()).toBe(0);
  expect(await flawsAtAll(page, ['.article-by'])).toEqual([]);

  await page.goto(`/user/${writer}`);
  await page.getByRole('heading', { level: 1, name: '老友' }).waitFor();
  for (const numbers of await page.locator('.user-tallies li').allInnerTexts()) expect(numbers).toMatch(/文章|获赞/);
  expect(await page.getByRole('link', { name: /私聊|粉丝/ }).count()).toBe(0);
  expect(await flawsAtAll(page)).toEqual([]);
  expect(faults).toEqual([]);
  expect((await page.goto(`/user/${silent}`))?.status()).toBe(404);
});

test('a member claims what was written with their mailbox, by a code', async () => {
  const who = await newMember(site);
  await moveIn('旧名', { email: who.email });
  const { page, faults } = await openPage();
  await carryToken(page, site, await tokenFor(site, who));
  await page.goto('/user');
  const entry = page.locator('.account-list li', { hasText: '从前写的文字' });
  await entry.getByText('3 条').waitFor();
  await entry.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: '认领从前写的文字' });
  await dialog.getByText('署名是旧名').waitFor();
  expect(await barriers(page, { within: ['dialog[open]'] })).toEqual([]);
  await dialog.getByRole('button', { name: '发送验证码' }).click();
  await dialog.getByText(/秒后重发/).waitFor();
  await dialog.getByLabel('验证码').fill('000000');
  await dialog.getByRole('button', { name: '认领', exact: true }).click();
  await dialog.getByText('验证码错误或已过期').first().waitFor();
  await dialog.getByLabel('验证码').fill(await codeSentTo(site, who.email));
  await dialog.getByRole('button', { name: '认领', exact: true }).click();
  await page.locator('.toast', { hasText: '已认领 3 条文字' }).first().waitFor();
  await entry.waitFor({ state: 'detached' });

  await page.goto('/article/1');
  await page.locator('#comments').scrollIntoViewIfNeeded(); // comments are loaded once they are near
  const comment = page.locator('.comment', { hasText: '旧名写过的' }).first();
  await comment.getByRole('link', { name: who.nickname, exact: true }).first().waitFor();
  expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
});

test('in the back office guests are found by their filter, merged, and their comments pinned', async () => {
  await moveIn('旧客');
  const { page, faults } = await openPage();
  const owner = await inDatabase(site, (db) =>
    db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow(),
  );
  await carryToken(page, site, await tokenFor(site, owner));
  await page.goto('/admin/users?text=旧客');
  await page.getByText('没有符合条件的').or(page.getByText('还没有用户')).first().waitFor();
  await page.goto('/admin/users?state=guest');
  const row = page.getByRole('row').filter({ hasText: '旧客' });
  await row.getByText('访客作者').waitFor();
  await row.getByText(/^最早 2015-05-01/).waitFor();
  expect(await flawsAtAll(page)).toEqual([]);
  await page.setViewportSize({ width: 1200, height: 900 });
  await row.getByRole('link', { name: '旧客', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '旧客' }).waitFor();
  await page.getByRole('button', { name: '合并到用户' }).click();
  await page.getByRole('dialog', { name: '把访客 旧客 合并到一位用户' }).getByLabel('归到哪位用户').waitFor();
  await page.keyboard.press('Escape');

  await page.goto('/admin/comments');
  const comment = page.getByRole('row').filter({ hasText: '旧客写过的', hasNotText: '旧客的回复' });
  await comment.locator('.writing-guest', { hasText: '访客' }).waitFor();
  await comment.locator('.state', { hasText: '置顶' }).waitFor();
  await comment.getByRole('button', { name: '取消置顶' }).click();
  await comment.getByRole('button', { name: '置顶', exact: true }).waitFor();
  await page.getByRole('button', { name: '撤销' }).click();
  await comment.getByRole('button', { name: '取消置顶' }).waitFor();
  expect(await flawsAtAll(page)).toEqual([]);
  expect(faults).toEqual([]);
});

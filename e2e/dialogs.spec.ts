import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { changeSettings, inDatabase, say } from './arrange.ts';
import { hydrated } from './browser.ts';
import { text } from './editor.ts';
import { carryToken, type Member, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
const app = resolve(import.meta.dirname, '../apps/web/app');
const widths = [390, 768, 1120, 1280, 1440];
const timeout = 120_000;

let ming: Member;
let lin: Member;
const tokens = new Map<Member, string>();
const callsOf = (who: Member) => apiOf(site, { token: tokens.get(who) });

beforeAll(async () => {
  [ming, lin] = [await newMember(site), await newMember(site)];
  for (const who of [ming, lin]) tokens.set(who, await tokenFor(site, who));
  await changeSettings(site, { moderation: { mode: 'none', hold: [], mask: [] } });
  for (const { id: authorId } of [ming, lin]) await say(site, { authorId, text: '下雪了' });
  const send = async (from: Member, to: Member, text: string) => {
    const room = await callsOf(from).chat.addRoom({ query: { userId: to.id } });
    await callsOf(from).chat.send({ body: { roomId: room.id, text, key: text } });
  };
  await send(ming, lin, `${ming.id} 号：在吗？`);
  await send(lin, ming, `${lin.id} 号：在的`);
  await send(lin, ming, '看 https://xn--80ak6aa92e.com/');
  for (const who of [ming, lin])
    await callsOf(who).comments.post({ body: { articleId: 1, text: `${who.nickname}：写得好` } });
  const { records } = await callsOf(ming).comments.mine({ query: {} });
  const replyTo = records[0]?.id ?? 0;
  await callsOf(lin).comments.post({ body: { articleId: 1, text: '是的', replyTo } });
});

type Opening = {
  name: string;
  /** The file that draws the dialog, within apps/web/app. */
  file: string;
  who?: 'ming';
  path: string | (() => string);
  open: (page: Page) => Promise<unknown>;
  /** Widths at which the way there exists. */
  at?: (width: number) => boolean;
};

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name }).first();
const click = (name: string | RegExp) => (page: Page) => button(page, name).click();
const room = () => `/im?userId=${lin.id}`;
const chat = 'features/chat/messages';
const article = 'features/content/article';

const inRoom = (file: string, name: string | RegExp): Opening => ({
  name: `room: ${name}`,
  file: `${chat}/${file}`,
  who: 'ming',
  path: room,
  async open(page) {
    await page.locator('.conversation > header').getByRole('button', { name: '更多' }).click();
    await page.locator('.pop-menu').getByRole('button', { name }).click();
  },
});
const ofMessage = (name: string): Opening => ({
  name: `chat message: ${name}`,
  file: `${chat}/flow/menu-choices.tsx`,
  who: 'ming',
  path: room,
  async open(page) {
    await page
      .locator('.chat-row', { hasText: `${lin.id} 号` })
      .locator('.chat-bubble')
      .click({ button: 'right' });
    await page.getByRole('menuitem', { name, exact: true }).click();
  },
});
const ofSay = (name: string, whose: () => Member): Opening => ({
  name: `say: ${name}`,
  file: 'features/community/says/say-menu.tsx',
  who: 'ming',
  path: '/say',
  async open(page) {
    await button(page, `${whose().nickname}的说说：更多`).click();
    await page.locator('.say-menu .menu:not([hidden])').getByRole('button', { name }).click();
  },
});
const ofComment = (name: string, whose: () => Member): Opening => ({
  name: `comment: ${name}`,
  file: 'features/community/comments/comments.tsx',
  who: 'ming',
  path: '/article/1',
  async open(page) {
    const comment = page.locator('.comments-list > li', { hasText: `${whose().nickname}：写得好` });
    await comment.hover();
    await button(comment, name).click();
  },
});
const ofArticle = (name: string, file: string, open: Opening['open'], at?: Opening['at']): Opening => ({
  name: `article: ${name}`,
  file: `${article}/${file}`,
  path: '/article/1',
  open,
  ...(at && { at }),
});
const centre = (name: string, file: string, open: Opening['open'], path = '/user'): Opening => ({
  name: `centre: ${name}`,
  file: `features/${file}`,
  who: 'ming',
  path,
  open,
});
const writing = (name: string, file: string, open: Opening['open'], at?: Opening['at']): Opening => ({
  name: `desk: ${name}`,
  file: `features/content/editor/${file}`,
  who: 'ming',
  path: '/newposts',
  open,
  ...(at && { at }),
});

const openings: Opening[] = [
  { name: 'drawer', file: 'shell/drawer.tsx', path: '/', open: click('打开菜单'), at: (width) => width < 1119 },
  {
    name: 'search',
    file: 'shell/search/search-dialog.tsx',
    path: '/',
    open: (page) => page.keyboard.press('Control+k'),
  },
  {
    name: 'log in',
    file: 'shell/login/login-dialog.tsx',
    path: '/message',
    open: (page) => page.locator('.board-list-report').first().click(),
  },
  {
    name: 'who goes on',
    file: 'shell/deferred/arrival-question.tsx',
    who: 'ming',
    path: '/about',
    open: (page) => page.goto(`/about?token=${tokens.get(lin)}`),
  },
  {
    name: 'board message',
    file: 'features/community/board/board-screen.tsx',
    who: 'ming',
    path: '/message',
    open: (page) => page.locator('.board-list-report').first().click(),
  },
  ofSay('举报', () => lin),
  ofSay('删除', () => ming),
  ofComment('举报', () => lin),
  ofComment('删除', () => ming),
  inRoom('room/foot-dialog.tsx', '拉黑'),
  inRoom('room/foot-dialog.tsx', '删除会话'),
  inRoom('room/settings-dialog.tsx', '聊天设置'),
  inRoom('room/conversation.tsx', /^举报/),
  {
    name: 'room of the list',
    file: `${chat}/room/foot-dialog.tsx`,
    who: 'ming',
    path: '/im',
    async open(page) {
      await page.locator('.room-list a.chat-room', { hasText: lin.nickname }).click({ button: 'right' });
      await page.locator('.pop-menu').getByRole('button', { name: '删除会话' }).click();
    },
  },
  ofMessage('举报'),
  ofMessage('拉黑'),
  ofMessage('删除'),
  {
    name: 'doubtful link',
    file: `${chat}/flow/safe-link.tsx`,
    who: 'ming',
    path: room,
    open: (page) => page.locator('.chat-link-doubtful').first().click(),
  },
  centre('notices', 'core/notices/notices-screen.tsx', click('清空'), '/notice?type=1'),
  centre('profile', 'members/members/profile-dialog.tsx', click('编辑资料')),
  centre('picture', 'core/uploads/crop/picture-dialog.tsx', click(/封面/)),
  centre('own comment', 'members/members/centre-list.tsx', click('删除'), '/user?tab=comments'),
  centre('closing', 'members/accounts/account-dialog.tsx', click(/注销账号$/)),
  centre('e-mail', 'members/accounts/email-and-password.tsx', click(/^更换\s*邮箱/)),
  centre('password', 'members/accounts/email-and-password.tsx', click(/^修改\s*密码/)),
  centre('passkeys', 'members/accounts/passkeys-dialog.tsx', click(/通行密钥$/)),
  centre('programs', 'members/accounts/keys-dialog.tsx', click(/程序访问$/)),
  centre('blocked', 'members/accounts/blocked-dialog.tsx', click(/拉黑的人$/)),
  centre('logins', 'members/accounts/links-dialog.tsx', click(/绑定$/)),
  centre('export', 'members/accounts/export-dialog.tsx', click(/导出我的数据$/)),
  centre('series', 'content/series/own-series.tsx', click('新建专栏'), '/user?tab=series'),
  ofArticle('share', 'share.tsx', (page) => page.locator('[data-do="share"]:visible').first().click()),
  ofArticle('reading menu', 'reading-menu.tsx', (page) => page.locator('[data-do="look"]:visible').first().click()),
  ofArticle(
    'contents',
    'open-contents.tsx',
    (page) => page.locator('[data-do="contents"]').click(),
    (width) => width < 1119,
  ),
  writing(
    'settings',
    'settings/settings-panel.tsx',
    (page) => page.getByRole('button', { name: '设置', exact: true }).click(),
    (width) => width < 1119,
  ),
  writing('outline', 'text/outline.tsx', click('大纲'), (width) => width < 500),
  writing('handing in', 'submit/submit-dialog.tsx', click('提交审核')),
  writing('import', 'import/import-dialog.tsx', click('导入 .md'), (width) => width > 1000),
];

/** Dialogs whose way there is too long for the walk; these specs open them. */
const elsewhere: Record<string, string> = {
  'features/content/article/diagram/enlarge-diagram.tsx': 'article-reading.spec.ts',
  'features/core/viewer/viewer.tsx': 'photographs.spec.ts',
  'features/content/quote-cards/open-quote-card.tsx': 'quote-cards.spec.ts',
  'features/content/editor/text/help-dialog.tsx': 'editor-text.spec.ts',
  'features/content/editor/pictures/own-pictures.tsx': 'attachments.spec.ts',
  'features/content/editor/merge/merge-dialog.tsx': 'editor-lost.spec.ts',
  'features/content/editor/revisions/revisions-dialog.tsx': 'revisions.spec.ts',
  'features/content/editor/settings/cover-field.tsx': 'editor-settings.spec.ts',
  'features/content/editor/shares/shares-dialog.tsx': 'revisions.spec.ts',
  'features/content/own-articles/own-articles.tsx': 'my-articles.spec.ts',
  'features/members/accounts/confirm-password.tsx': 'account.spec.ts',
  'features/members/accounts/claim-dialog.tsx': 'guests.spec.ts',
};

/** Files of `apps/web/app` that draw a dialog. */
function filesWithDialogs() {
  const draws = /<(Dialog|CardDialog|Ask|Sheet|ReportDialog|PictureDialog)\b|openDialog\(/;
  const files = globSync('{features,shell}/**/*.tsx', { cwd: app });
  const shared = ['report-dialog.tsx', 'sheet.tsx', 'open-dialog.tsx', 'centre-screen.tsx'];
  return files.filter(
    (file) => draws.test(readFileSync(resolve(app, file), 'utf8')) && !shared.some((part) => file.endsWith(`/${part}`)),
  );
}

test('the walk knows every file that draws a dialog', () => {
  const known = new Set([...openings.map(({ file }) => file), ...Object.keys(elsewhere)]);
  expect([...known].sort()).toEqual(filesWithDialogs().sort());
});

/** The dialog on top: whether it is within the window, what a press meets, and where it stands in the page. */
const topmost = (page: Page) =>
  page
    .locator('dialog:modal')
    .last()
    .evaluate((dialog) => {
      const { left, top, width, height } = dialog.getBoundingClientRect();
      const middle = document.elementFromPoint(left + width / 2, top + height / 2);
      const isWithin = left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
      return { isWithin, isMet: middle !== null && dialog.contains(middle), parent: dialog.parentElement?.tagName };
    });

test.for(openings)('$name: in sight at every width, and closed by Escape', { timeout }, async (opening) => {
  const { who, path, open, at = () => true } = opening;
  const viewport = { width: 390, height: 844 };
  const { page } = await openPage({ viewport });
  page.setDefaultTimeout(15_000);
  if (who) await carryToken(page, site, tokens.get(ming) ?? '');
  await page.goto(typeof path === 'string' ? path : path());
  await hydrated(page);
  if (who) await page.waitForFunction(() => sessionStorage.getItem('user') !== null);
  if (path === '/newposts') await text(page).waitFor();
  for (const width of widths.filter(at)) {
    await page.setViewportSize({ ...viewport, width });
    await open(page);
    await page.locator('dialog:modal').last().waitFor();
    expect(await topmost(page), `${width} px`).toEqual({ isWithin: true, isMet: true, parent: 'BODY' });
    for (let left = await page.locator('dialog:modal').count(); left > 0; left -= 1) {
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('dialog:modal').count()).toBe(left - 1);
    }
  }
});

test('a phone blocks a stranger and deletes the conversation', { timeout }, async () => {
  const { page, faults } = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await carryToken(page, site, tokens.get(ming) ?? '');
  await page.goto(room());
  const more = page.locator('.conversation > header').getByRole('button', { name: '更多' });
  await more.tap();
  await page.locator('.pop-menu').getByRole('button', { name: '拉黑' }).tap();
  const asks = page.getByRole('dialog');
  expect(await asks.getByRole('button', { name: '不拉黑' }).evaluate((button) => button.matches(':focus'))).toBe(true);
  const { bottom, height } = await asks.evaluate((dialog) => dialog.getBoundingClientRect().toJSON());
  expect([bottom, height < 700]).toEqual([844, true]);
  expect(await asks.locator('li').count()).toBe(3);
  await asks.getByRole('checkbox', { name: /同时举报/ }).check();
  await asks.getByRole('button', { name: '拉黑', exact: true }).tap();
  await page.getByText('对方的话不会到你这里来').waitFor();
  expect((await callsOf(ming).blocks.list()).map(({ id }) => id)).toEqual([lin.id]);
  expect(await inDatabase(site, (db) => db.selectFrom('reports').selectAll().execute())).toHaveLength(1);

  await more.tap();
  await page.locator('.pop-menu').getByRole('button', { name: '删除会话' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).tap();
  await page.waitForURL((url) => url.search === '');
  expect((await callsOf(ming).chat.rooms()).data.filter(({ kind }) => kind === 'private')).toEqual([]);
  expect(faults).toEqual([]);
});

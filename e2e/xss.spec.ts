import { api } from '@mojian/contract/all';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { changeSettings, inDatabase, signPicture } from './arrange.ts';
import { hydrated, settled } from './browser.ts';
import { falseAddresses, findForeign, hostileAddresses, hostileNames, hostileTexts, setTraps } from './hostile.ts';
import { sampleOf } from './long.ts';
import { carryToken, tokenFor, workDone } from './members.ts';
import { selectWords } from './selecting.ts';
import { openStage } from './stage.ts';
import { textFields } from './text-fields.ts';
import { fillChat } from './xss-chat.ts';
import { fillAlbums, fillAttachments, fillLocked, passwordOf } from './xss-files.ts';
import { fillGuests, guestHere } from './xss-guests.ts';
import { officePaths } from './xss-office.ts';
import { fillQuotes, marked } from './xss-quotes.ts';
import * as stories from './xss-stories.ts';

/** Fields that others see, and how many of the hostile texts each takes at the least: 0 for those that take none. */
const shown: Record<string, number> = {
  'members.update.body.nickname': 15,
  'members.update.body.intro': 20,
  'members.update.body.place': 20,
  'members.update.body.website': 20,
  'members.update.body.avatar': 0,
  'members.update.body.cover': 0,
  'comments.post.body.text': 26,
  'comments.post.body.key': 20,
  'comments.post.body.pictures[]': 0,
  'comments.report.body.reason': 20,
  'board.post.body.text': 26,
  'links.apply.body.name': 20,
  'links.apply.body.info': 20,
  'links.apply.body.url': 20,
  'links.apply.body.avatar': 20,
  'links.apply.body.email': 0,
  'feedback.send.body.title': 20,
  'feedback.send.body.content': 26,
  'passkeys.rename.body.name': 20,
  'says.insert.body.text': 26,
  'says.insert.body.place': 20,
  'says.insert.body.pictures[]': 0,
  'says.update.body.text': 26,
  'chat.send.body.text': 26,
  'chat.send.body.key': 20,
  'chat.send.body.picture': 0,
  'chat.report.body.reason': 20,
  'files.upload.body.file': 20,
  'files.describe.body.wave': 0,
  'files.describe.body.poster': 0,
  'guestComments.post.body.text': 20,
  'guestComments.post.body.name': 20,
  'guestComments.post.body.website': 20,
  'guestComments.post.body.key': 20,
  'guestComments.post.body.email': 0,
  'guestComments.post.body.pictures[]': 0,
  'guestComments.edit.body.text': 20,
  'highlights.add.body.quote.words': 20,
  'comments.post.body.quote.words': 20,
  'quoteCards.make.body.words': 20,
  'says.insert.body.weather': 0,
  'says.update.body.weather': 0,
  'says.comment.body.quote.words': 0,
};

for (const field of ['title', 'markdown', 'summary', 'category', 'tags[]', 'keywords', 'sourceUrl', 'sourceAuthor'])
  shown[`drafts.create.body.content.${field}`] = 20;
Object.assign(shown, {
  'drafts.create.body.content.description': 20,
  'drafts.create.body.content.albumPlace': 20,
  'drafts.create.body.content.albumTime': 20,
  'drafts.create.body.content.passwordHint': 20,
  'drafts.create.body.content.cover': 0,
  'series.create.body.name': 20,
  'series.create.body.intro': 20,
});

const contentFields = textFields()
  .filter((field) => field.startsWith('drafts.create.body.content.'))
  .map((field) => field.replace('drafts.create.', ''));

/** Fields of a call that write the same text as one above. */
const sameAs = [
  ...['drafts.save', 'revisions.keep'].flatMap((call) => contentFields.map((field) => `${call}.${field}`)),
  'series.update.body.name',
  'series.update.body.intro',
  'markdownFiles.read.body.file',
  'accounts.apply.body.nickname',
  'accounts.apply.body.words',
  'accounts.register.body.nickname',
  'setup.claim.body.nickname',
  'passkeys.create.body.name',
  'says.update.body.place',
  'says.update.body.pictures[]',
  'says.insert.body.key',
  ...['text', 'key', 'pictures[]'].map((field) => `says.comment.body.${field}`),
  'board.report.body.reason',
  'says.report.body.reason',
  'comments.edit.body.text',
];

/** Looked for, and shown back to who looks. */
const soughtFor = [
  'search.find.query.q',
  'says.list.query.month',
  'files.mine.query.name',
  'files.describe.body.url',
  'drafts.list.query.keyword',
  'slugs.propose.query.title',
  'slugs.propose.query.slug',
  'slugs.find.query.slug',
  'files.take.body.url',
  'files.sizes.query.addresses',
  'drafts.create.body.content.slug',
  'articles.search.query.keyword',
  'articles.search.query.typed',
  'says.list.query.topic',
  'comments.mentionable.query.prefix',
  'site.report.query.path',
  'chat.search.query.text',
  'chat.people.query.prefix',
];

/** Never shown to anybody: proofs, codes, places in a list or a text, and e-mails, which their owners alone see. */
const unseen = [
  ...['email', 'password', 'code'].map((field) => `accounts.apply.body.${field}`),
  'accounts.register.body.invitation',
  ...['emailLogin.body', 'codeLogin.body', 'register.body', 'forgetPassword.body', 'changeEmail.body'].map(
    (call) => `accounts.${call}.email`,
  ),
  ...['emailLogin', 'register', 'forgetPassword', 'changePassword', 'changeEmail', 'close', 'confirm'].map(
    (call) => `accounts.${call}.body.password`,
  ),
  ...['codeLogin', 'register', 'forgetPassword', 'changeEmail'].map((call) => `accounts.${call}.body.code`),
  'accounts.changePassword.body.present',
  'accounts.emailLogin.body.captcha',
  'accounts.sendEmailCode.query.email',
  'accounts.sendEmailCode.query.captcha',
  'accounts.resetByLink.body.ticket',
  'accounts.resetByLink.body.password',
  'articles.info.query.key',
  'articles.checkCode.query.code',
  'articles.unlock.body.password',
  'drafts.create.body.content.password',
  'home.preview.query.ticket',
  ...['post', 'edit', 'withdraw', 'own'].map((call) => `guestComments.${call}.body.browser`),
  'guestComments.post.body.captcha',
  'comments.list.query.passages',
  // by what stands beside a sentence its place is found: the article's own letters are stored and shown
  ...['highlights.add', 'comments.post', 'says.comment'].flatMap((call) =>
    ['before', 'after'].map((side) => `${call}.body.quote.${side}`),
  ),
  'sessions.byToken.query.token',
  'sessions.byToken.query.nonce',
  ...['activity.list', 'board.list', 'comments.list', 'comments.replies', 'comments.mine', 'notices.list'].map(
    (call) => `${call}.query.after`,
  ),
  'files.mine.query.before',
  'chat.group.query.before',
  'chat.group.query.after',
  'chat.history.query.before',
  'chat.history.query.after',
  'chat.search.query.after',
  'passkeys.create.body.response{}',
  'passkeys.login.body.response{}',
  'wechat.isLogin.query.loginCode',
  'drafts.create.body.key',
  'drafts.submit.body.publishAt',
  'shares.show.query.token',
  'setup.claim.body.token',
  'setup.claim.body.email',
  'setup.claim.body.password',
  'guests.claim.body.code',
  'setup.check.body.token',
  'social.render.params.type',
  'social.startLinking.params.type',
];

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0', TRUST_PROXY: '1' });
let stage: stories.Stage;
let ownerToken: string;
let articleIds: number[];
/** Articles with quotes, with guests, with files; albums and locked ones, by who wrote them. */
let filled: { quoted: number; visited: number; attached: number; albums: number[]; locked: number[] };

beforeAll(async () => {
  await changeSettings(site, {
    moderation: { links: 100 },
    says: { members: true },
    writing: { publish: true },
    chat: { group: 'open' },
    comments: { guests: 'open' },
    uploads: { memberFiles: 50 },
  });
  await inDatabase(site, async (db) => {
    const owner = await db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow();
    ownerToken = await tokenFor(site, owner);
  });
  stage = await stories.setStage(site);
  await stories.fillProfiles(stage);
  const albums = await fillAlbums(stage);
  const locked = await fillLocked(stage);
  filled = {
    quoted: await fillQuotes(stage),
    visited: await fillGuests(stage),
    attached: await fillAttachments(stage),
    albums,
    locked,
  };
  // the feeds have the newest alone
  articleIds = await stories.fillArticles(stage);
  await stories.fillComments(stage);
  await stories.fillBoard(stage);
  await stories.fillLinks(stage);
  await stories.fillFeedback(stage);
  await stories.fillWaysIn(stage);
  await stories.fillSays(stage);
  await fillChat(stage);
  await workDone(site);
}, 300_000);

const quoted = encodeURIComponent;
const many = 600_000;

test('every text field of the API is covered here', () => {
  const known = new Set([...Object.keys(shown), ...sameAs, ...soughtFor, ...unseen]);
  expect(textFields().filter((field) => !known.has(field))).toEqual([]);
  expect(textFields().length).toBeGreaterThan(60);
});

test.each(Object.entries(shown))('%s was filled with what should run', (field, least) => {
  const taken = stage.taken.get(field) ?? 0;
  if (least === 0) expect(taken).toBe(0);
  else expect(taken).toBeGreaterThanOrEqual(least);
});

test.each(falseAddresses)('%j is no address of a site', async (url) => {
  const [villain] = stage.villains;
  await expect(villain?.api.members.update({ body: { website: url } })).rejects.toMatchObject({ field: 'website' });
  const friend = { name: '友', info: '友', url: 'https://b.cn', avatar: 'https://b.cn/b.png', email: 'b@b.cn' };
  const apply = (input: object) =>
    apiOf(site, { address: '192.0.2.254' }).links.apply({ body: { ...friend, ...input } });
  await expect(apply({ url })).rejects.toMatchObject({ name: 'Failure' });
  await expect(apply({ avatar: url })).rejects.toMatchObject({ name: 'Failure' });
});

test('every call answers hostile input with JSON only', { timeout: many }, async () => {
  const sent = [0, 1, 8, 11, 15, 19].map((n) => hostileTexts[n] ?? '');
  const wrong: string[] = [];
  for (const field of textFields().filter((field) => !field.endsWith('.body.file')))
    for (const words of sent) {
      const { status, headers } = await answerTo(field, words);
      const kind = headers.get('content-type') ?? '';
      const isSafe = kind.startsWith('application/json') && headers.get('x-content-type-options') === 'nosniff';
      if (!isSafe || status >= 500) wrong.push(`${field} ${words}：${status} ${kind}`);
    }
  expect(wrong).toEqual([]);
});

const declared = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([name, call]) => [`${noun}.${name}`, call] as const),
  ),
);

/** Body with one field filled and all others left out. */
function answerTo(field: string, words: string) {
  const [name = '', part, key = ''] = /^(\w+\.\w+)\.(\w+)\.([^[{]+)/.exec(field)?.slice(1) ?? [];
  const call = declared.get(name);
  if (!call) throw new Error(`没有 ${field}`);
  const path = call.path.replace(/:\w+/, quoted(words));
  const address = part === 'query' ? `${path}?${quoted(key)}=${quoted(words)}` : path;
  const json = { 'content-type': 'application/json', authorization: stage.author.token };
  return part === 'body'
    ? fetch(site.url + address, { method: call.method, headers: json, body: JSON.stringify({ [key]: words }) })
    : fetch(site.url + address, { method: call.method, headers: { authorization: stage.author.token } });
}

test('uploads are pictures by content, whatever their name', { timeout: many }, async () => {
  const answers = await stories.uploadAll(stage);
  const wrong = answers.filter(({ code, url }) => (code === 200 ? !/^\/files\/[\w/-]+\.\w+$/.test(url) : code >= 500));
  expect(wrong).toEqual([]);
  expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThanOrEqual(hostileTexts.length);
  for (const name of ['a.svg', 'a.gif']) expect(answers.find((one) => one.name === name)?.code).not.toBe(200);
  for (const { url } of answers.filter(({ code }) => code === 200)) {
    // not public yet: served to its uploader only
    expect((await fetch(site.url + url)).status).toBe(404);
    const signed = await signPicture(site, url);
    const answer = await fetch(site.url + signed);
    expect(answer.headers.get('content-type')).toMatch(/^image\/(webp|png|gif|jpeg|avif)$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer()).includes('pwned')).toBe(false);
  }
});

type Screen = { path: string; isReady?: (page: Page) => Promise<unknown>; act?: (page: Page) => Promise<unknown> };

/** Opens one screen after the other and tells what ran, was asked of others, or stands where it should not. */
async function look(screens: Screen[], token?: string) {
  const { page, faults, close } = await openPage({ viewport: { width: 1600, height: 900 } });
  page.setDefaultTimeout(30_000);
  const sprung = await setTraps(page);
  if (token) await carryToken(page, site, token);
  const found: string[] = [];
  for (const { path, isReady = hydrated, act } of screens) {
    await page.goto(path);
    await isReady(page);
    await act?.(page);
    const foreign = await findForeign(page);
    // the browser's own words for a page that is not there, and for the home page shown without its scripts
    const reported = faults.filter(
      (fault) => !/status of 40[04]|Blocked script execution in '[^']*\?preview=/.test(fault),
    );
    found.push(...[...foreign, ...reported, ...sprung].map((what) => `${path}  ${what}`));
    faults.length = 0;
    sprung.length = 0;
  }
  await close();
  return found;
}

async function allComments(page: Page) {
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await page.locator('#comments .push', { hasText: '/ 1000' }).first().waitFor();
  const more = page.getByRole('button', { name: '加载更多' });
  for (let shown = 10; shown < 30; shown += 10) {
    await expect
      .poll(() => page.locator('.comments-list > li').count(), { timeout: 30_000 })
      .toBeGreaterThanOrEqual(Math.min(shown, 26));
    if (await more.isVisible()) await more.click();
  }
  await expect.poll(() => page.locator('.comments-list > li').count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(26);
}

const article = () => ({ path: `/article/${stage.articleId}`, act: allComments });
const rows = (selector: string, least: number) => async (page: Page) =>
  expect.poll(() => page.locator(selector).count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(least);

test.each([true, false])('the traps spring when something is let in (policy: %j)', async (hasPolicy) => {
  const { page, close } = await openPage({ bypassCSP: !hasPolicy });
  const sprung = await setTraps(page);
  await page.goto('/about');
  expect(await findForeign(page)).toEqual([]);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src=x onerror=pwned(1)><base href=//a.cn><a href="javascript:1">',
    );
  });
  await expect.poll(() => sprung.join(), { timeout: 30_000 }).toContain(hasPolicy ? '策略拦下' : '跑起来了');
  const found = (await findForeign(page)).join();
  for (const what of ['不该有的标签', '写在标签里的脚本', '不该有的地址']) expect(found).toContain(what);
  await close();
});

test('no screen runs hostile texts for a visitor', { timeout: many }, async () => {
  const screens: Screen[] = [
    article(),
    ...['/', '/archive', '/category', '/tags', '/about', '/privacy', '/links', '/navigation', '/hot', '/no-such'].map(
      (path) => ({ path }),
    ),
    {
      path: '/say',
      act: (page) => page.getByText('小雨 11°').first().waitFor(),
    },
    { path: '/message', act: rows('.board-list li', 50) },
    { path: '/message?page=2', act: rows('.board-list li', 2) },
    ...['follows', 'fans'].map((tab) => ({ path: `/user/${stage.author.id}?tab=${tab}` })),
    ...sampleOf(stage.villains, 10).map(({ id }) => ({ path: `/user/${id}` })),
  ];
  expect(await look(screens)).toEqual([]);
});

/** Opens the thoughts about the first sentences, and makes a card of one. */
async function allQuotes(page: Page) {
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await rows('.comment blockquote', 10)(page);
  await rows('.drawn-highlights-others', 3)(page);
  const panel = page.getByRole('dialog', { name: '想法' });
  for (const nth of [0, 1, 2]) {
    await page.locator('.drawn-highlights-others').nth(nth).click();
    await panel.locator('.thoughts-list > li').first().waitFor();
    expect(await findForeign(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  }
  await (await selectWords(page, marked)).getByRole('button', { name: '做成笺' }).click();
  const card = page.getByRole('dialog', { name: '做成笺' });
  await card.getByRole('img', { name: `笺：${marked}` }).waitFor();
  await card.locator('.quote-card-picture[data-loaded="true"]').waitFor();
}

const quotes = () => ({ path: `/article/${filled.quoted}`, act: allQuotes });
const guests = () => ({ path: `/article/${filled.visited}`, act: rows('.comments-list > li', 10) });
const attachments = () => ({ path: `/article/${filled.attached}`, act: rows('.media-file', 20) });
const albums = () =>
  sampleOf(filled.albums, 6).map((id) => ({ path: `/article/${id}`, act: rows('.album-data dd', 3) }));

test('hostile sentences are shown as text as lines, thoughts, cards and on their author’s page', {
  timeout: many,
}, async () => {
  const page = { path: `/user/${stage.author.id}`, act: rows('.member-aside blockquote', 1) };
  expect(await look([quotes(), page])).toEqual([]);
  expect(await look([quotes()], stage.author.token)).toEqual([]);
});

test('hostile guests are shown as text to visitors, the author and the browser they wrote in', {
  timeout: many,
}, async () => {
  const own = async (page: Page) => {
    await page.evaluate((guest) => localStorage.setItem('guest', JSON.stringify(guest)), guestHere);
    await page.reload();
    await hydrated(page);
    await page.locator('#comments').scrollIntoViewIfNeeded();
    await rows('.comments-list > li', 10)(page);
    await page.getByRole('textbox', { name: '写评论' }).click();
    await page.getByText(`以 ${guestHere.name} 的名义`).waitFor();
    const edit = page.locator('.comments-list').getByRole('button', { name: '编辑' }).first();
    await edit.click();
    await page.getByRole('textbox', { name: '编辑评论' }).waitFor();
  };
  expect(await look([guests(), { path: guests().path, act: own }])).toEqual([]);
  expect(await look([guests()], stage.author.token)).toEqual([]);
  expect(await look([guests()], ownerToken)).toEqual([]);
});

test('hostile albums, hints and files are shown as text, before a password and after', {
  timeout: many,
}, async () => {
  const locked = sampleOf([...filled.locked.entries()], 6).map(
    ([n, id]): Screen => ({
      path: `/article/${id}`,
      act: async (page) => {
        await page.getByText(/^提示：/).waitFor();
        expect(await findForeign(page)).toEqual([]);
        const field = page.getByLabel('口令', { exact: true });
        await field.fill(passwordOf(n));
        await field.press('Enter');
        await rows('.prose > *', 10)(page);
      },
    }),
  );
  expect(await look([...albums(), ...locked, attachments()])).toEqual([]);
});

test('hostile titles are escaped in head, structured data and cards', {
  timeout: many,
}, async () => {
  const titles = sampleOf([...articleIds.entries()], 8).map(
    ([n, id]): Screen => ({
      path: `/article/${id}`,
      act: async (page) => {
        const title = await page.locator('meta[property="og:title"]').getAttribute('content');
        expect(title).toContain(stories.titleOf(n).slice(0, 8));
      },
    }),
  );
  const lists = ['category', 'tags'].flatMap((kind) => [1, 5, 9].map((id) => ({ path: `/${kind}?id=${id}` })));
  const series = ['', '/1', '/9', '/17'].map((which) => ({ path: `/series${which}` }));
  expect(await look([...titles, ...lists, ...series])).toEqual([]);
});

test('hostile parts of an address are shown as text', { timeout: many }, async () => {
  const words = [1, 8, 11, 18].map((n) => hostileTexts[n] ?? '');
  const all = quoted(words.join(' ')); // a value that breaks out does so whatever surrounds it
  const queries = [
    '/say?topic=',
    '/category?id=',
    '/tags?id=',
    '/message?page=',
    '/newSays?id=',
    '/newposts?id=',
    '/?page=',
    '/hot?type=',
    '/search?q=',
    `/user/${stage.author.id}?tab=`,
    '/setup?token=',
    '/im?userId=',
    `/article/${stage.articleId}?key=`,
  ].map((path) => path + all);
  const paths = words.flatMap((word) =>
    ['/article/', '/user/', '/', '/hot?type=x#'].map((path) => path + quoted(word)),
  );
  // each query has an address of its own; the words meet the paths in turn
  expect(await look([...queries, ...sampleOf(paths, 6)].map((path) => ({ path })))).toEqual([]);
});

test('a search for hostile text shows it and what it finds as text', { timeout: many }, async () => {
  const line = (page: Page) => page.locator('dialog[open] input');
  const search = async (page: Page) => {
    for (const words of [hostileTexts[0], hostileTexts[2], hostileTexts[15], hostileTexts[18], 'pwned', 'script']) {
      await expect
        .poll(
          async () => {
            if (!(await line(page).isVisible())) await page.keyboard.press('Control+k');
            return line(page).isVisible();
          },
          { timeout: 30_000, interval: 500 },
        )
        .toBe(true);
      const answered = page.waitForResponse('**/v1/search?*');
      await Promise.all([answered, line(page).fill((words ?? '').slice(0, 90))]);
      await line(page).press('Escape');
      await expect.poll(() => page.locator('dialog[open]').count(), { timeout: 30_000 }).toBe(0);
    }
    await page.keyboard.press('Control+k');
    await line(page).waitFor();
  };
  const found = ['', '&kind=article', '&kind=say', '&kind=comment', '&kind=series'].map((kind) => ({
    path: `/search?q=pwned${kind}`,
    act: rows('.search-list > li', 1),
  }));
  const typed = sampleOf(hostileTexts, 8).map((words) => ({ path: `/search?q=${quoted(words)}` }));
  expect(await look([{ path: '/', act: search }, ...found, ...typed])).toEqual([]);
});

test('hostile text in notices is shown as text to recipient and author', { timeout: many }, async () => {
  const notices = [1, 2, 3, 4].map((type) => ({ path: `/notice?type=${type}`, act: rows('.notice-days .notice', 1) }));
  const own = ['articles', 'collects', 'comments', 'follows', 'fans'].map((tab) => ({ path: `/user?tab=${tab}` }));
  expect(await look([article(), ...notices, ...own], stage.author.token)).toEqual([]);
  const [villain] = stage.villains;
  const dialogs = async (page: Page) => {
    for (const name of ['通行密钥', '绑定', '登录中的设备']) {
      const trigger = page
        .getByRole('button', { name: new RegExp(`^(管理|添加|查看)?.*${[...name].join('\\s*')}`) })
        .first();
      if (!(await trigger.isVisible().catch(() => false))) continue;
      await trigger.click();
      await page.getByRole('dialog', { name, exact: true }).waitFor();
      await page.keyboard.press('Escape');
    }
  };
  const centre: Screen = { path: '/user', act: dialogs };
  const desk: Screen = {
    path: `/newposts?id=${articleIds[0]}`,
    // the preview, the history and what a search engine would show
    act: (page) => page.locator('.preview .prose > *').nth(5).waitFor(),
  };
  const desks = [filled.albums[0], filled.locked[0]].map((id) => ({
    path: `/newposts?id=${id}`,
    act: rows('.preview .prose > *', 1),
  }));
  expect(await look([desk, ...desks, { path: '/user?tab=series' }], villain?.token)).toEqual([]);
  expect(await look([centre, { path: '/notice?type=1' }, article(), { path: '/message' }], villain?.token)).toEqual([]);
});

test('hostile texts and names in chat are shown as text to members and visitors', {
  timeout: many,
}, async () => {
  const said = rows('.chat-row', 20);
  const requests = async (page: Page) => {
    await said(page);
    for (const nth of [1, 4, 7]) {
      await page.locator('.chat-room').nth(nth).click();
      await page.locator('.chat-row').first().waitFor();
    }
  };
  expect(await look([{ path: '/im', act: said }])).toEqual([]);
  expect(await look([{ path: '/im', act: requests }], stage.author.token)).toEqual([]);
  expect(await look([{ path: '/im', act: said }], ownerToken)).toEqual([]);
});

test('hostile applications and feedback are shown as text to the owner', { timeout: many }, async () => {
  const system: Screen = { path: '/notice?type=0', act: rows('.notice-days .notice', 20) };
  expect(await look([system, article(), { path: '/links' }, { path: '/user' }], ownerToken)).toEqual([]);
});

test('hostile texts are shown as text on each screen of the back office', { timeout: many }, async () => {
  const ids = {
    users: [stage.author, ...sampleOf(stage.villains, 6)].map(({ id }) => id),
    readings: [stage.articleId],
  };
  const isReady = async (page: Page) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .ant-spin-spinning'));
    await settled(page);
    expect(await page.locator('.error-screen').count()).toBe(0);
  };
  expect(
    await look(
      officePaths(ids).map((path) => ({ path, isReady })),
      ownerToken,
    ),
  ).toEqual([]);
});

test('feeds and sitemaps stay well-formed with hostile texts', { timeout: many }, async () => {
  const { page, close } = await openPage();
  const sprung = await setTraps(page);
  await page.goto('/about');
  for (const path of ['/rss.xml', '/atom.xml', '/sitemap.xml', '/sitemap-1.xml']) {
    const answer = await fetch(site.url + path);
    expect(answer.headers.get('content-type')).toMatch(/xml/);
    expect(await oddInXml(page, await answer.text()), path).toEqual([]);
  }
  const feed = (await (await fetch(`${site.url}/feed.json`)).json()) as { items: { content_html: string }[] };
  expect(feed.items.length).toBeGreaterThan(5);
  for (const { content_html } of feed.items) expect(await oddInHtml(page, content_html)).toEqual([]);
  for (const path of ['/robots.txt', '/manifest.webmanifest', '/openapi.json'])
    expect((await fetch(site.url + path)).headers.get('content-type')).not.toMatch(/html/);
  expect(sprung).toEqual([]);
  await close();
});

/** A feed's own HTML is looked at as a reader would show it. */
function oddInXml(page: Page, xml: string) {
  return page.evaluate((xml) => {
    const feed = new DOMParser().parseFromString(xml, 'application/xml');
    const page = /xhtml|svg|MathML/;
    const elements = Array.from(feed.querySelectorAll('*'));
    const odd = elements.filter(({ namespaceURI, localName }) => page.test(namespaceURI ?? '') && localName !== 'link');
    // the elements that readers parse as HTML: by their type in Atom, all text in RSS
    const isHtml = (element: Element) =>
      /^(encoded|description)$/.test(element.localName) || element.getAttribute('type') === 'html';
    const running = 'script, iframe, object, base, form, style, [onload], [onerror], [onclick], [href^="javascript" i]';
    const inside = elements
      .filter(isHtml)
      .flatMap(({ textContent }) =>
        Array.from(new DOMParser().parseFromString(textContent ?? '', 'text/html').querySelectorAll(running)),
      );
    return [...odd, ...inside].map(({ outerHTML }) => outerHTML.slice(0, 200));
  }, xml);
}

/** As a program would show it that has no policy at all: scripts, frames, handlers and odd addresses. */
function oddInHtml(page: Page, html: string) {
  return page.evaluate((html) => {
    const doc = new DOMParser().parseFromString(html, 'text/html');
    const running = (element: Element) =>
      element.getAttributeNames().some((name) => /^on|^srcdoc$|^formaction$/i.test(name));
    const odd = (element: Element) => /^\s*(javascript|vbscript|data:text)/i.test(element.getAttribute('href') ?? '');
    return Array.from(doc.querySelectorAll('*'))
      .filter(
        (element) =>
          element.matches('script, iframe, object, embed, base, form, math') || running(element) || odd(element),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  }, html);
}

test('mails show hostile texts as text', { timeout: many }, async () => {
  const mails = await inDatabase(site, (db) =>
    db.selectFrom('keptMails').select(['subject', 'html', 'recipient']).execute(),
  );
  expect(mails.length).toBeGreaterThan(20);
  const { page, faults, close } = await openPage({ bypassCSP: true });
  const sprung = await setTraps(page);
  await page.goto('/no-such');
  faults.length = 0;
  for (const { subject, html, recipient } of mails) {
    expect(await oddInHtml(page, html)).toEqual([]);
    for (const header of [subject, recipient]) expect(header).not.toMatch(/[\r\n]/);
    await page.setContent(html);
  }
  expect([...sprung, ...faults.filter((fault) => fault.startsWith('外站'))]).toEqual([]);
  await close();
});

test('the hostile texts are many and all different', () => {
  for (const texts of [hostileTexts, hostileNames, hostileAddresses]) expect(new Set(texts).size).toBe(texts.length);
  expect(hostileTexts.length).toBeGreaterThanOrEqual(25);
});

import { chinaDay, dayLength } from '@mojian/contract/platform/time';
import { beforeAll, expect, test } from 'vitest';
import { inDatabase } from './arrange.ts';
import { hydrated, widths } from './browser.ts';
import { flaws } from './looked-at.ts';
import { carryToken, newMember, tokenFor } from './members.ts';
import { arrived, confirmPassword } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let token: string;
let password: string;

beforeAll(async () => {
  const owner = await newMember(site);
  token = await tokenFor(site, owner);
  password = owner.password;
  await inDatabase(site, async (db) => {
    await db.updateTable('users').set({ role: 'owner' }).where('id', '=', owner.id).execute();
    const days = Array.from({ length: 40 }, (_, ago) => ({
      day: chinaDay(Date.now() - ago * dayLength),
      views: 2000 + ((ago * 137) % 900),
      visitors: 700 + ((ago * 71) % 300),
      reads: 300 + ((ago * 37) % 200),
    }));
    await db
      .insertInto('visitDays')
      .values(days)
      .onConflict((taken) => taken.doNothing())
      .execute();
    const articles = await db.selectFrom('articles').select('id').where('state', '=', 'published').limit(6).execute();
    const day = chinaDay(Date.now());
    await db
      .insertInto('articleDays')
      .values(articles.map(({ id }, index) => ({ day, articleId: id, reads: 900 - index * 130 })))
      .execute();
    await db
      .insertInto('sourceDays')
      .values([
        { day, kind: 'direct', host: '', views: 820 },
        { day, kind: 'search', host: 'google.com', views: 410 },
        { day, kind: 'social', host: 'weibo.com', views: 77 },
        { day, kind: 'site', host: 'friend.example', views: 12 },
      ])
      .execute();
    const held = {
      sayId: null,
      parentId: null,
      replyToId: null,
      sendKey: null,
      removedAt: null,
      state: 'held',
    } as const;
    await db
      .insertInto('comments')
      .values({
        ...held,
        articleId: articles[0]?.id ?? 0,
        authorId: owner.id,
        text: '等你看一眼',
        createdAt: Date.now(),
      })
      .execute();
    const mail = { recipient: 'lin@mail.example', html: '', createdAt: Date.now() };
    await db
      .insertInto('keptMails')
      .values([
        { ...mail, subject: '你的验证码', text: '验证码 123456', fleeting: 1 },
        { ...mail, subject: '有人回复了你', text: '写得真好', fleeting: 0 },
      ])
      .execute();
    await db
      .insertInto('outbox')
      .values({ kind: 'tell-baidu', payload: '{}', attempts: 12, dueAt: 0, failure: 'Error: 对方不在' })
      .execute();
  });
});

async function open(path: string) {
  const browsing = await openPage();
  await carryToken(browsing.page, site, token);
  await browsing.page.goto(`/admin${path}`);
  return browsing;
}

/** Saves a setting as another of the staff at the same time. */
async function savesSystem(change: object) {
  const address = `${site.url}/v1/admin/settings/`;
  const headers = { authorization: token, 'content-type': 'application/json' };
  const { data } = (await (await fetch(address, { headers })).json()) as { data: { name: string; version: string }[] };
  const version = data.find(({ name }) => name === 'system')?.version;
  await fetch(`${site.url}/v1/account/confirm`, { method: 'POST', headers, body: JSON.stringify({ password }) });
  const body = JSON.stringify({ name: 'system', value: change, version });
  expect((await fetch(address, { method: 'PUT', headers, body })).status).toBe(200);
}

/** As a browser asks for a page that a search engine led to; Chromium without a window counts as a bot. */
async function comeFrom(referer: string) {
  const agent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36';
  const { headers } = await fetch(`${site.url}/archive`, { headers: { 'user-agent': agent, referer } });
  expect(headers.getSetCookie()).toEqual([]); // visits are counted without a cookie
}

test('the overview shows today, a week, a month and a year; days are picked by keys, numbers read as a table', async () => {
  await comeFrom('https://www.bing.com/search?q=x');
  await expect
    .poll(() =>
      inDatabase(site, (db) => db.selectFrom('sourceDays').select('views').where('host', '=', 'bing.com').execute()),
    )
    .toEqual([{ views: 1 }]);
  const { page, faults, close } = await open('/');
  await page.getByRole('heading', { name: /，读者/ }).waitFor();
  await page.getByText('google.com').waitFor();
  const chart = page.getByRole('slider');
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/^\d\d-\d\d，浏览 2,\d{3}，访客 \d{3}，阅读 \d{3}$/);
  await page.getByRole('button', { name: '7 天' }).click();
  await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe('6');
  expect(new URL(page.url()).search).toBe('?days=7');
  await page.getByText('与再往前的 7 天相比').waitFor();
  await page.getByText('以表格查看').click();
  await expect
    .poll(() =>
      page
        .getByRole('region', { name: /每天的数目/ })
        .getByRole('row')
        .count(),
    )
    .toBe(8);
  await page.getByText('试恢复').waitFor();
  await page.getByText('毫秒').first().waitFor();
  expect(await flaws(page, 'overview')).toEqual([]);

  await page.getByRole('link', { name: /评论待审核/ }).click();
  await arrived(page, '评论');
  await page.getByText('等你看一眼').waitFor();
  expect(new URL(page.url()).search).toBe('?state=held');
  expect(faults).toEqual([]);
  await close();
});

test('the overview of a site without visitors says so, and suggests what to do', async () => {
  const { page, faults, close } = await open('/');
  await page.route('**/v1/admin/overview/', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, countedSince: '' } } });
  });
  await page.reload();
  await page.getByText('还没有人来过').waitFor();
  await page.getByRole('link', { name: '修改站名与外观' }).waitFor();
  expect(await page.getByRole('slider').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('a job is run and its result announced, a failed effect dropped, a stored mail read, the page cache cleared', async () => {
  const { page, faults, close } = await open('/jobs');
  const job = page.getByRole('listitem').filter({ hasText: '清理过期的登录码' });
  await job.getByText('已完成', { exact: true }).waitFor();
  await job.getByRole('button').click();
  await page.getByText('已完成：清理过期的登录码').waitFor();
  expect(await flaws(page, 'jobs')).toEqual([]);

  await page.setViewportSize({ width: widths.desktop, height: 900 });
  await page.getByRole('link', { name: '发件箱' }).click();
  await page.getByText('对方不在', { exact: true }).waitFor();
  expect(await flaws(page, 'outbox')).toEqual([]);
  await page.setViewportSize({ width: widths.desktop, height: 900 });
  await page
    .getByRole('row', { name: /对方不在/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: '放弃' }).click();
  await page.getByRole('button', { name: /确\s*定/ }).click();
  await page.getByText('没有等待执行或等待重试的任务').waitFor();
  for (const [subject, text] of [
    ['有人回复了你', '写得真好'],
    ['你的验证码', /在服务器上/],
  ] as const) {
    await page.getByRole('button', { name: `查看：${subject}` }).click();
    if (subject === '有人回复了你') await confirmPassword(page, { password });
    await page.locator('.outbox-mail').filter({ hasText: text }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.outbox-mail').waitFor({ state: 'hidden' });
  }

  await page.getByRole('link', { name: '系统' }).click();
  await page.getByText('给装站的人').last().click();
  await page.getByRole('button', { name: /清\s*空/ }).click();
  await page.getByText('页面缓存已清空').waitFor();
  await page.getByRole('button', { name: '实时更新' }).click();
  await inDatabase(site, (db) => db.updateTable('outbox').set({ dueAt: 0 }).execute());
  expect(await flaws(page, 'system')).toEqual([]);
  expect(faults.filter((fault) => !/status of 428/.test(fault))).toEqual([]); // the password is asked for
  await close();
});

test('in maintenance readers see a notice and cannot write, staff can; afterwards everybody can', async () => {
  const { page, close } = await open('/system');
  const reader = await openPage();
  const strip = reader.page.getByText('搬家中，明早见');
  const say = page.getByLabel('维护提示');
  await say.fill('搬家中，明早见');
  await page.getByLabel('维护模式').click();
  await savesSystem({ maintenanceText: '另一位写的', updatesUrl: 'https://updates.example/' });
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await page.getByText('别人刚刚改过这一组').waitFor();
  await page.getByRole('button', { name: '保留我写的' }).click();
  await expect.poll(() => page.getByLabel('检查更新的地址').inputValue()).toBe('https://updates.example/');
  expect(await say.inputValue()).toBe('搬家中，明早见');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await page.getByText('现在读者只能阅读').waitFor();
  await expect
    .poll(async () => {
      await reader.page.goto('/message');
      return strip.count();
    })
    .toBe(1);
  await hydrated(reader.page);
  const leave = async (text: string) => {
    await reader.page.getByRole('textbox', { name: '留言' }).fill(text);
    await reader.page.locator('.board-form button[type=submit]').click();
  };
  await leave('路过');
  await reader.page.locator('.toast', { hasText: '搬家中，明早见' }).waitFor();
  expect(await reader.page.getByRole('textbox', { name: '留言' }).inputValue()).toBe('路过');
  const { status, json } = await reader.page.request
    .post('/v1/message/', { data: { text: '你好' } })
    .then(async (answer) => ({ status: answer.status(), json: await answer.json() }));
  expect([status, json.message]).toEqual([503, '搬家中，明早见']);
  const headers = { authorization: token };
  expect((await reader.page.request.post('/v1/message/', { headers, data: { text: '站长在' } })).status()).toBe(200);

  await page.getByLabel('维护模式').click();
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await page.getByText('读者又能写了').waitFor();
  await expect
    .poll(async () => {
      await reader.page.goto('/message');
      return strip.count();
    })
    .toBe(0);
  await hydrated(reader.page);
  await leave('路过，喝口水');
  await reader.page.locator('.toast', { hasText: '留言成功' }).waitFor();
  await Promise.all([close(), reader.close()]);
});

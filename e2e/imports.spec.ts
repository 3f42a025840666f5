import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inDatabase } from './arrange.ts';
import { isShort } from './long.ts';
import { flaws } from './looked-at.ts';
import { carryToken, type Member, newMember, tokenFor } from './members.ts';
import { arrived } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let owner: Member;
let token: string;
beforeAll(async () => {
  owner = await newMember(site);
  await inDatabase(site, (db) => db.updateTable('users').set({ role: 'owner' }).where('id', '=', owner.id).execute());
  token = await tokenFor(site, owner);
});

async function openDesk() {
  const { page, faults } = await openPage();
  await carryToken(page, site, token);
  await page.goto('/admin/imports');
  await arrived(page, '搬家');
  return { page, faults };
}

const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel('要搬来的文件')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** Numbers of a row, as in the columns of a preview or result. */
const numbers = async (page: Page, name: string) =>
  (await row(page, name).getByRole('cell').allInnerTexts()).map((text) => text.trim());

const post = (id: number, title: string, more: string) => `<item><title>${title}</title>
<link>https://old.example.com/2019/0${id}/rain-${id}/</link><dc:creator><![CDATA[${id === 2 ? 'lan' : 'yuan'}]]></dc:creator>
<content:encoded><![CDATA[<p>雨下了三天，桥下的水涨到第七级石阶。</p><p><img src="https://pictures.invalid/${id}.jpg" alt="桥"></p>]]></content:encoded>
<excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_id>${id}</wp:post_id>
<wp:post_date>2019-0${id}-03 10:00:00</wp:post_date><wp:post_date_gmt>2019-0${id}-03 02:00:00</wp:post_date_gmt>
<wp:comment_status>open</wp:comment_status><wp:post_name>rain-${id}</wp:post_name><wp:status>publish</wp:status>
<wp:post_parent>0</wp:post_parent><wp:menu_order>0</wp:menu_order><wp:is_sticky>0</wp:is_sticky>${more}</item>`;
const reply = (id: number, text: string) => `<wp:comment><wp:comment_id>${id}</wp:comment_id>
<wp:comment_author><![CDATA[过路人]]></wp:comment_author><wp:comment_author_email>passer@example.com</wp:comment_author_email>
<wp:comment_author_url></wp:comment_author_url><wp:comment_date_gmt>2019-05-0${id} 02:00:00</wp:comment_date_gmt>
<wp:comment_content><![CDATA[${text}]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved>
<wp:comment_type></wp:comment_type><wp:comment_parent>0</wp:comment_parent></wp:comment>`;
const isPost = '<wp:post_type>post</wp:post_type>';
const wordpress = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>旧站</title><link>https://old.example.com</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example.com</wp:base_site_url>
<wp:base_blog_url>https://old.example.com</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>yuan</wp:author_login>
<wp:author_email>yuan@example.com</wp:author_email><wp:author_display_name>阿远</wp:author_display_name></wp:author>
<wp:author><wp:author_id>2</wp:author_id><wp:author_login>lan</wp:author_login>
<wp:author_email>lan@example.com</wp:author_email><wp:author_display_name>小兰</wp:author_display_name></wp:author>
${post(1, '雨中的桥', `${isPost}<category domain="category" nicename="walk"><![CDATA[漫步]]></category>${reply(1, '写得真好')}${reply(2, '又来看了一遍')}`)}
${post(2, '第七级石阶', `${isPost}<category domain="post_tag" nicename="rain"><![CDATA[雨]]></category>`)}
${post(3, '关于旧站', '<wp:post_type>page</wp:post_type>')}
<item><title>菜单</title><wp:post_id>9</wp:post_id><wp:post_type>nav_menu_item</wp:post_type><wp:status>publish</wp:status></item>
</channel></rss>`;

const slow = { timeout: 180_000 };

test('a blog is previewed, imported, reported and undone', slow, async () => {
  const { page, faults } = await openDesk();
  await page.getByText('还没有搬过东西').waitFor();
  expect(await flaws(page, 'imports-empty')).toEqual([]);
  await choose(page, 'notes.txt', '随手记的');
  await page.getByText('认不出这是什么文件').waitFor();
  expect(await flaws(page, 'imports-unknown')).toEqual([]);

  await choose(page, '旧站.WordPress.2019-12-01.xml', wordpress);
  await page.getByRole('heading', { name: 'WordPress' }).waitFor();
  expect(await numbers(page, '文章')).toEqual(['2', '2']);
  expect(await numbers(page, '评论')).toEqual(['2', '2']);
  await page.getByText('https://old.example.com').waitFor();
  await page.getByText('哪一位是你？').waitFor();
  expect(await flaws(page, 'imports-who')).toEqual([]);
  await page.getByRole('combobox', { name: '阿远是谁' }).click();
  await page.getByTitle(`我（${owner.nickname}）`).click();
  expect(await flaws(page, 'imports-preview')).toEqual([]);

  await page.getByRole('button', { name: '开始导入' }).click();
  await page.getByRole('columnheader', { name: '搬来了' }).waitFor();
  expect(await numbers(page, '文章')).toEqual(['2', '2']);
  await page.getByRole('heading', { name: '别的网站上的图片' }).waitFor();
  expect(await flaws(page, 'imports-result')).toEqual([]);
  const articles = await inDatabase(site, (db) =>
    db
      .selectFrom('articles')
      .innerJoin('users', 'users.id', 'articles.authorId')
      .select(['articles.id', 'title', 'nickname'])
      .where('title', 'in', ['雨中的桥', '第七级石阶'])
      .orderBy('articles.id')
      .execute(),
  );
  expect(articles.map(({ title, nickname }) => [title, nickname])).toEqual([
    ['雨中的桥', owner.nickname],
    ['第七级石阶', '小兰'],
  ]);
  const path = `/article/${articles[0]?.id}`;
  const old = await fetch(`${site.url}/2019/01/rain-1/`, { redirect: 'manual' });
  expect(old.status).toBe(301);
  expect(await (await fetch(`${site.url}/2019/01/rain-1/`)).text()).toContain('雨中的桥');

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载报告（CSV）' }).click();
  const report = readFileSync(await (await coming).path(), 'utf8');
  expect(report).toContain('雨中的桥');
  expect(report).toContain(path);

  await page.getByRole('button', { name: '撤销这次导入' }).click();
  const question = page.getByRole('dialog', { name: /撤销.*的导入/ });
  await question.getByText('会删除这次新增的：文章 2').waitFor();
  expect(await flaws(page, 'imports-undo')).toEqual([]);
  await question.getByRole('button', { name: '撤销导入' }).click();
  await page.getByRole('heading', { name: '已撤销' }).waitFor();
  await page.getByText('删除了').first().waitFor();
  expect(await flaws(page, 'imports-undone')).toEqual([]);
  await page.getByRole('listitem').filter({ hasText: '旧站.WordPress' }).getByText('已撤销').waitFor();
  expect((await fetch(`${site.url}${path}`)).status).toBe(404);
  expect(faults).toEqual([]);
});

const comment = (id: string, url: string, text: string) => ({
  objectId: id,
  nick: '过路人',
  mail: 'passer@example.com',
  comment: text,
  url,
  createdAt: '2020-05-01T00:00:00.000Z',
});

/** Picks an article once its search is answered: before, the list moves under the pointer. */
async function pick(page: Page, field: Locator, title: string) {
  await field.click();
  const answer = page.waitForResponse((one) => new URL(one.url()).searchParams.get('text') === title);
  await field.fill(title);
  await answer;
  await page.getByTitle(title, { exact: true }).last().click();
}

test('comments alone are put under articles before or after the import, or dropped', slow, async () => {
  const [first, second] = await inDatabase(site, (db) =>
    db.selectFrom('articles').select(['id', 'title']).where('state', '=', 'published').orderBy('id').limit(2).execute(),
  );
  const { page, faults } = await openDesk();
  const comments = [
    comment('1', `/article/${first?.id}`, '认得出的'),
    comment('2', '/chosen/', '预览时选的'),
    comment('3', '/later/', '后来才放的'),
    comment('4', '/dropped/', '不要了的'),
  ];
  await choose(page, 'Comment.json', JSON.stringify({ results: comments }));
  await page.getByRole('heading', { name: 'Valine' }).waitFor();
  expect(await numbers(page, '评论')).toEqual(['4', '1', '3']);
  await page.getByText('按网址找到').waitFor();
  await pick(page, page.getByRole('combobox', { name: '/chosen/的文章' }), second?.title ?? '');
  await page.getByText('你选的').waitFor();
  expect(await numbers(page, '评论')).toEqual(['4', '2', '2']);
  expect(await flaws(page, 'imports-places')).toEqual([]);
  await page.getByRole('button', { name: '开始导入' }).click();
  await page.getByRole('columnheader', { name: '搬来了' }).waitFor();
  expect(await numbers(page, '评论')).toEqual(['4', '2', '2']);

  await page.getByRole('button', { name: '给它们找文章' }).click();
  const drawer = page.getByRole('dialog', { name: '等文章的评论' });
  await drawer.getByText('后来才放的').waitFor();
  expect(await flaws(page, 'imports-waiting')).toEqual([]);
  await pick(page, drawer.getByRole('combobox', { name: '/later/的文章' }), second?.title ?? '');
  await page.getByRole('button', { name: '放到文章下' }).click();
  await page.getByText('放好了 1 条').waitFor();
  await drawer.getByText('后来才放的').waitFor({ state: 'hidden' });
  await drawer.getByRole('button', { name: /丢\s*弃/ }).click();
  await page
    .getByRole('tooltip')
    .getByRole('button', { name: /丢\s*弃/ })
    .click();
  await drawer.getByText('没有评论在等文章').waitFor();
  const stored = await inDatabase(site, (db) =>
    db.selectFrom('comments').select(['text', 'articleId']).where('text', 'like', '%的').orderBy('id').execute(),
  );
  expect(stored).toEqual([
    { text: '认得出的', articleId: first?.id },
    { text: '预览时选的', articleId: second?.id },
    { text: '后来才放的', articleId: second?.id },
  ]);
  expect(faults).toEqual([]);
});

test.skipIf(isShort)(
  'an import is paused and goes on; what was not fetched is listed in the result of an earlier run',
  slow,
  async () => {
    const { page, faults } = await openDesk();
    const gone = `/gone/${Date.now()}`; // another attempt has comments of its own
    const many = Array.from({ length: 12_000 }, (_, at) =>
      comment(`${gone} ${at}`, `${gone}/${at % 30}/`, `第 ${at + 1} 条`),
    );
    await choose(page, 'Many.json', JSON.stringify({ results: many }));
    await page.getByRole('heading', { name: 'Valine' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: '开始导入' }).click();
    await page.getByRole('button', { name: /暂\s*停/ }).click();
    const result = page.getByRole('region', { name: '导入的结果' });
    await result.getByRole('button', { name: '接着做' }).waitFor({ timeout: 60_000 });
    const first = page.getByRole('listitem').filter({ hasText: 'Many.json' }).first();
    await first.getByText('暂停了').waitFor();
    expect(await flaws(page, 'imports-paused')).toEqual([]);
    const waiting = () =>
      inDatabase(site, (db) =>
        db
          .selectFrom('waitingComments')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('address', 'like', `${gone}/%`)
          .executeTakeFirstOrThrow(),
      );
    expect(Number((await waiting()).count)).toBeLessThan(many.length);
    await first.getByRole('button', { name: '接着做' }).click();
    await first.getByText('完成').waitFor({ timeout: 120_000 });
    expect(Number((await waiting()).count)).toBe(many.length);

    await page.getByRole('button', { name: '再搬一个' }).click();
    await choose(page, '旧站.xml', wordpress);
    await page.getByRole('heading', { name: 'WordPress' }).waitFor();
    await page.getByRole('button', { name: '开始导入' }).click();
    await page.getByRole('heading', { name: '别的网站上的图片' }).waitFor();
    await page.reload();
    const failure = '那个网站没有回应';
    const give = (state: 'dead' | 'waiting') =>
      inDatabase(site, (db) =>
        db.updateTable('remotePictures').set({ state, failure, attempts: 6 }).where('url', 'like', '%/1.jpg').execute(),
      );
    await give('dead');
    await page
      .getByRole('listitem')
      .filter({ hasText: '旧站.xml' })
      .first()
      .getByRole('button', { name: '看结果' })
      .click();
    const drawer = page.getByRole('dialog', { name: '旧站.xml' });
    await drawer.getByText('取不到 1 张').waitFor();
    await drawer.getByRole('button', { name: '看看是哪些' }).click();
    await drawer.getByRole('link', { name: 'https://pictures.invalid/1.jpg' }).waitFor();
    await drawer.getByText(failure).waitFor();
    await page.mouse.move(0, 0); // a button under the pointer is between two colours
    expect(await flaws(page, 'imports-pictures')).toEqual([]);
    await drawer.getByRole('button', { name: '再取一遍' }).click();
    await drawer.getByText('取不到 1 张').waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  },
);

test(
  'a file without its address asks for it, and articles edited here are replaced only when that is chosen',
  slow,
  async () => {
    const { page, faults } = await openDesk();
    const hexo = (text: string) => `---\ntitle: 石阶\ndate: 2020-01-01\n---\n\n${text}\n\n![桥](/images/bridge.png)`;
    await choose(page, 'steps.md', hexo('第七级。'));
    await page.getByLabel('旧站的网址').fill('https://old.example.com');
    expect(await flaws(page, 'imports-site')).toEqual([]);
    await page.getByRole('button', { name: '开始导入' }).click();
    await page.getByRole('columnheader', { name: '搬来了' }).waitFor();
    // the table of results is there before its last row is written
    const steps = () =>
      inDatabase(site, (db) =>
        db.selectFrom('articles').select(['id', 'markdown']).where('title', '=', '石阶').executeTakeFirstOrThrow(),
      );
    await expect.poll(async () => (await steps()).markdown).toContain('https://old.example.com/images/bridge.png');
    await inDatabase(site, (db) =>
      db.updateTable('articles').set({ version: 40 }).where('title', '=', '石阶').execute(),
    );

    await page.getByRole('button', { name: '再搬一个' }).click();
    await choose(page, 'steps.md', hexo('第八级。'));
    await page.getByText('有 1 篇在站里改过，不会动：《石阶》').waitFor();
    await page.getByRole('checkbox', { name: /也换成文件里的/ }).check();
    expect(await flaws(page, 'imports-overwrite')).toEqual([]);
    await page.getByRole('button', { name: '开始导入' }).click();
    await page.getByRole('columnheader', { name: '更新' }).waitFor();
    await expect.poll(async () => (await steps()).markdown).toContain('第八级。');
    expect(faults).toEqual([]);
  },
);

test('a file that is chosen again is previewed and imported again in sight', slow, async () => {
  const { page, faults } = await openDesk();
  const chosen = page.getByLabel('要搬来的文件');
  const fileOf = (name: string, text: string) => {
    const path = join(site.dataDir, name); // on disk: the same time of change each time
    writeFileSync(path, text);
    return path;
  };
  const unknown = fileOf('again.txt', '随手记的');
  for (let time = 0; time < 2; time++) {
    await chosen.setInputFiles(unknown);
    await page.getByText('认不出这是什么文件').waitFor();
  }

  const known = fileOf('again.md', '---\ntitle: 又一次\ndate: 2020-01-01\n---\n\n雨下了三天。');
  const preview = page.getByRole('region', { name: '预览' });
  const result = page.getByRole('region', { name: '导入的结果' });
  await chosen.setInputFiles(known);
  await preview.getByRole('button', { name: '换一个文件' }).click();
  for (let time = 0; time < 2; time++) {
    await chosen.setInputFiles(known);
    await preview.getByRole('button', { name: '开始导入' }).click();
    await result.getByRole('button', { name: '下载报告（CSV）' }).waitFor();
    const undo = result.getByRole('button', { name: '撤销这次导入' });
    if (time === 0) await undo.waitFor();
    else expect(await undo.count()).toBe(0); // the second run changed nothing
    await result.getByRole('button', { name: '再搬一个' }).click();
  }
  expect(faults).toEqual([]);
});

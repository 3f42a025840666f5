import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { changeSettings } from './arrange.ts';
import { hydrated } from './browser.ts';
import { tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });
let id: number;
beforeAll(async () => {
  id = await publish();
});

/** An article under the name `ting-yu`, which was `rain` before. */
async function publish() {
  const who = await newStaff(site, 'editor');
  const { drafts } = apiOf(site, { token: await tokenFor(site, who) });
  const content = { title: '听雨', markdown: '听了一夜。', slug: 'rain' };
  const made = await drafts.create({ body: { key: 'browser-1', content } });
  const { version } = await drafts.submit({ body: { id: made.id, version: made.version } });
  const saved = await drafts.save({ body: { id: made.id, version, content: { ...content, slug: 'ting-yu' } } });
  await drafts.submit({ body: { id: made.id, version: saved.version } });
  return made.id;
}

async function ask(path: string) {
  const answer = await fetch(site.url + path, { redirect: 'manual' });
  return { status: answer.status, to: answer.headers.get('location') ?? '', html: await answer.text() };
}

const useSlugs = (slugs: boolean) => changeSettings(site, { writing: { slugs } });

/** Canonical address of a page. */
const addressesIn = (html: string) =>
  [/rel="canonical" href="([^"]+)"/, /property="og:url" content="([^"]+)"/, /"mainEntityOfPage":"([^"]+)"/].map(
    (place) => place.exec(html)?.[1],
  );

test('an article has one address, by id or by slug as configured, and all others redirect to it', {
  timeout: 120_000,
}, async () => {
  const byNumber = `/article/${id}`;
  const page = await ask(byNumber);
  expect(addressesIn(page.html)).toEqual(Array(3).fill(site.url + byNumber));
  for (const path of ['/article/ting-yu', '/article/rain'])
    expect(await ask(path)).toMatchObject({ status: 301, to: byNumber });
  expect((await ask('/article/never-was')).status).toBe(404);

  await useSlugs(true);
  await expect.poll(() => ask(byNumber), { timeout: 20_000 }).toMatchObject({ status: 301, to: '/article/ting-yu' });
  expect(await ask('/article/rain')).toMatchObject({ status: 301, to: '/article/ting-yu' });
  const named = await ask('/article/ting-yu');
  expect(named.status).toBe(200);
  expect(addressesIn(named.html)).toEqual(Array(3).fill(`${site.url}/article/ting-yu`));
  for (const path of ['/atom.xml', '/sitemap.xml', '/archive'])
    expect((await ask(path)).html, path).toContain('/article/ting-yu');

  const reader = await openPage();
  await reader.page.goto('/archive');
  await hydrated(reader.page);
  await reader.page.getByRole('link', { name: '听雨' }).first().click();
  await reader.page.getByText('听了一夜。').first().waitFor();
  expect(new URL(reader.page.url()).pathname).toBe('/article/ting-yu');
  expect(reader.faults).toEqual([]);
  await reader.close();
});

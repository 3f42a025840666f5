import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { showAbout } from './about.ts';

const site = freshSite();

const show = () => site.as(null).about.show();
const at = (now: string) => showAbout(site, Date.parse(now));
const write = (time: string, more: object = {}) => site.writes({ publishedAt: Date.parse(time), ...more });
const say = (time: string, more: object = {}) => site.says({ createdAt: Date.parse(time), ...more });

type Save = Parameters<typeof saveSettings>;
async function save(group: Save[1], value: Save[2]) {
  await site.db.transaction().execute((trx) => saveSettings(trx, group, value));
  forgetSettings(site.db);
}

test('an empty site shows its age only', async () => {
  expect(await show()).toEqual({
    html: '',
    hasDiagram: false,
    counts: { articles: 0, says: 0, words: 0, days: expect.any(Number) },
    days: [],
  });
});

test('the owner’s Markdown is rendered safely, and again after a change', async () => {
  await save('about', {
    text: '# 你好\n\n<script>alert(1)</script>\n\n[坏](javascript:alert(1))\n\n[站内](https://mojian.example/a)',
  });
  const { html } = await show();
  expect(html).toContain('你好</h2>');
  expect(html).toContain('<a href="https://mojian.example/a">站内</a>');
  expect(html).not.toMatch(/<script|javascript:/);

  await save('about', { text: '```mermaid\ngraph LR\n```' });
  expect(await show()).toMatchObject({ hasDiagram: true });
});

test('counts include public items only', async () => {
  await save('footer', { startedAt: Date.parse('2026-01-01T00:00:00+08:00') });
  await write('2026-01-02T00:00:00+08:00', { markdown: '三个字' });
  await write('2019-01-02T00:00:00+08:00', { markdown: '旧的也算' });
  await site.writes({ state: 'draft', markdown: '草稿不算' });
  await say('2026-01-02T00:00:00+08:00');
  await say('2026-01-02T00:00:00+08:00', { isPublic: false });
  const days = async (now: string) => (await at(now)).counts.days;
  expect((await at('2026-01-03T12:00:00+08:00')).counts).toEqual({ articles: 2, says: 1, words: 7, days: 2 });
  expect(await days('2026-01-01T23:59:59+08:00')).toBe(0);
  expect(await days('2025-01-01T00:00:00+08:00')).toBe(0);
});

test('the calendar adds articles and public says of each day in China, over 53 weeks', async () => {
  await write('2026-11-21T00:10:00+08:00');
  await say('2026-11-20T23:50:00+08:00');
  await say('2026-11-21T00:20:00+08:00');
  await say('2026-11-19T12:00:00+08:00', { isPublic: false });
  await write('2026-11-18T12:00:00+08:00', { state: 'draft' });
  await say('2025-11-16T00:00:00+08:00');
  await say('2025-11-15T23:59:59+08:00');
  expect((await at('2026-11-21T00:30:00+08:00')).days).toEqual([
    { day: '2025-11-16', count: 1 },
    { day: '2026-11-20', count: 1 },
    { day: '2026-11-21', count: 2 },
  ]);
});

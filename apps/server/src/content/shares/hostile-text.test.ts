import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

/** CPU of this process, which serves everybody; the text process is not in it. */
async function cpuOf(work: () => Promise<unknown>) {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

async function share(markdown: string, key: string) {
  const content = { title: '春天', markdown };
  const { id, version } = await site.as(site.lin).drafts.create({ body: { key: `browser-${key}`, content } });
  const { path } = await site.as(site.lin).shares.create({ body: { id, days: 7 } });
  const show = () => site.as(null).shares.show({ query: { token: path.replace('/draft/', '') } });
  return { id, version, show };
}

const hostile: [string, string][] = [
  ['an address of spaces', `<a href="x${' '.repeat(150_000)}y">雨</a>`],
  ['8,000 notes on lines of their own', '[^1]\n'.repeat(8000)],
  ['124,000 headings', '# a\n'.repeat(124_000)],
  ['100,000 references to one long address', `[a]: ${'x'.repeat(100_000)}\n\n${'[a]'.repeat(100_000)}`],
  ['98,000 notes', '[^1]\n'.repeat(98_000)],
];

test.each(hostile)('a shared draft of %s does not block other requests', async (_name, markdown) => {
  const plain = await share('雨水。', 'first');
  await plain.show(); // loads what the first share loads
  const { show } = await share(markdown, 'second');
  const before = process.memoryUsage().rss;
  let html = '';
  const cpu = await cpuOf(async () => {
    html = (await show()).html;
  });
  expect(html).not.toBe('');
  // some 30 ms on an idle machine, ten times that on one shared with others; rendering it here would take far longer
  expect(cpu).toBeLessThan(2000);
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  const again = await cpuOf(() => show());
  expect(again).toBeLessThan(1000);
});

test('a text that cannot be rendered is shown as it was written, and nothing of it is lost', async () => {
  const markdown = `# 雨\n\n${'# a\n'.repeat(1001)}\n完`;
  const { show, id, version } = await share(markdown, 'first');
  const { html } = await show();
  expect(html).toContain('标题太多：有 1002 个，最多 1000 个。下面是没有排版的原文。');
  expect(html).toContain('完');
  await expect(site.as(site.lin).drafts.submit({ body: { id, version } })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'markdown',
  });
  expect((await site.as(site.lin).drafts.mine({ query: { id } })).content.markdown).toBe(markdown.trim());
});

test('other requests are answered while a text is rendered', async () => {
  const { show } = await share('a\n'.repeat(240_000), 'first');
  let isShown = false;
  const shown = show().then(() => {
    isShown = true;
  });
  for (let call = 0; call < 5; call++) await site.as(null).articles.list({ query: {} });
  expect(isShown).toBe(false);
  await shown;
});

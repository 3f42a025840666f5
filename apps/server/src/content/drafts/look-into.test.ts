import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { inspectText } from '../text/text-tasks.ts';

const site = freshSite();

/** CPU of this process, which serves everybody; the text process is not in it. */
async function cpuOf(work: () => Promise<unknown>) {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

async function submission(markdown: string, key: string) {
  const content = { title: '封路的三个小时', markdown };
  const { id, version } = await site.as(site.lin).drafts.create({ body: { key: `browser-${key}`, content } });
  await site.as(site.lin).drafts.submit({ body: { id, version } });
  return () => site.office(site.owner).articles.review({ query: { id } });
}

const numbers = (times: number, write: (n: number) => string) =>
  Array.from({ length: times }, (_, n) => write(n)).join('');

test.each([
  ['50,000 pictures', numbers(50_000, (n) => `![](${n})`)],
  ['15,000 links', numbers(15_000, (n) => `[a](https://a.cn/${n}) `)],
  ['pictures that never end', '![](a.png '.repeat(49_000)],
  ['half a million letters', numbers(20_000, (n) => `封路的三个小时桥是我们的，第${n}颗铆钉。`)],
])(
  'looking into a submission of %s holds up nobody',
  async (_name, markdown) => {
    await site.writes({ title: '封路的三个小时', markdown: '封路的三个小时桥是我们的，手电照着铆钉。'.repeat(2000) });
    await (await submission('雨水。', 'first'))(); // loads what the first call loads
    const review = await submission(markdown, 'second');
    // the least of three: memory is tidied in between, and other work takes the processor's caches
    const cpu = Math.min(await cpuOf(review), await cpuOf(review), await cpuOf(review));
    expect(cpu).toBeLessThan(800);
  },
  120_000,
);

test('a word across the pieces in which a long text is searched is found', () => {
  const about = { title: '春天', markdown: '', siteUrl: site.siteUrl };
  const rules = { mask: [], hold: ['赌钱局'], mode: 'none', links: 2 } as never;
  for (const at of [49_990, 49_995, 49_996, 49_997, 49_999, 99_990])
    expect(inspectText({ ...about, rules, html: `<p>${'雨'.repeat(at)}赌钱局</p>` }).words, String(at)).toEqual([
      '赌钱局',
    ]);
});

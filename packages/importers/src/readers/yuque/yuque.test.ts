import { expect, test } from 'vitest';
import { makeZip } from '../../../../foreign-files/test/make-zip.ts';
import { readSource } from '../../../test/read-source.ts';

/** A tar archive, as a `.lakebook` is. */
function tar(files: Record<string, string>) {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name);
    header.write('0000644\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('14631000000\0', 136);
    header.write('0', 156);
    header.write('ustar', 257);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const card = (name: string, value: object) =>
  `<card type="inline" name="${name}" value="data:${encodeURIComponent(JSON.stringify(value))}"></card>`;

const lake = `<!doctype lake><title>雨</title><meta name="doc-version" content="1" /><h2 id="a">题</h2><p><strong>粗</strong>${card(
  'image',
  {
    src: 'https://cdn.nlark.com/yuque/0/1.png#clientId=x',
    title: '窗',
  },
)}</p>${card('codeblock', { mode: 'typescript', code: 'let a = "<b>";' })}<p>式 ${card('math', { code: 'a_1*b*c' })}</p><p>${card(
  'file',
  {
    src: 'https://www.yuque.com/f.pdf',
    name: '稿.pdf',
  },
)}${card('strange', { src: 'https://x.example/1' })}</p>${card('hr', {})}`;

const document = (slug: string, rest: object) =>
  JSON.stringify({
    doc: {
      id: slug.length,
      slug,
      title: slug,
      type: 'Doc',
      format: 'lake',
      published_at: '2024-05-01T00:00:00.000Z',
      ...rest,
    },
  });

const toc = `- type: META
  count: 3
- type: TITLE
  title: 散文
  uuid: u1
  level: 0
- type: DOC
  title: 雨
  url: rain
  uuid: u2
  level: 1
- type: TITLE
  title: 深处
  uuid: u3
  level: 1
- type: DOC
  title: 雪
  url: snow1
  level: 2
- type: DOC
  title: 不在
  url: gone
  level: 0
`;

const book = {
  'book/$meta.json': JSON.stringify({ meta: JSON.stringify({ book: { name: '雨天', tocYml: toc } }) }),
  'book/rain.json': document('rain', {
    title: '雨',
    body: lake,
    first_published_at: '2024-04-01T00:00:00.000Z',
    cover: 'https://cdn.nlark.com/c.png',
  }),
  'book/snow1.json': document('snow1', {
    title: '雪',
    public: 0,
    format: 'markdown',
    body: '# 雪\n<font color="red">白</font>',
  }),
  'book/draft12.json': document('draft12', { published_at: null, body: '<p>未完</p>' }),
  'book/sheet-a.json': document('sheet-a', { type: 'Sheet', body: '{}' }),
  'book/broken.json': '{',
};

test('a book gives its documents in their order, with the cards of the editor', async () => {
  const read = await readSource('雨天.lakebook', tar(book));
  expect([read.reader, read.fault]).toEqual(['yuque', undefined]);
  expect(read.of('site')).toEqual([{ kind: 'site', url: '', title: '雨天' }]);
  expect(read.of('category').map(({ name, parent }) => [name, parent])).toEqual([
    ['散文', null],
    ['深处', 'u1'],
  ]);
  const [rain, snow, draft] = read.of('article');
  expect(rain).toMatchObject({
    title: '雨',
    categories: ['散文'],
    slug: 'rain',
    state: 'published',
    publishedAt: Date.UTC(2024, 3, 1),
    cover: 'https://cdn.nlark.com/c.png',
    warnings: ['不认识的卡片，只留下链接：strange'],
  });
  expect(rain?.markdown).toMatch(/^## 题\n\n/);
  for (const part of [
    '![窗](https://cdn.nlark.com/yuque/0/1.png)',
    '```typescript\nlet a = "<b>";\n```',
    '$a_1*b*c$',
    '[稿.pdf](https://www.yuque.com/f.pdf)',
    '[附件](https://x.example/1)',
  ])
    expect(rain?.markdown).toContain(part);
  expect(snow).toMatchObject({ title: '雪', categories: ['深处'], state: 'private', markdown: '# 雪\n白' });
  expect(draft).toMatchObject({ state: 'draft', publishedAt: null });
  expect(read.of('loss').map(({ place, reason }) => [place, reason])).toEqual(
    expect.arrayContaining([
      ['sheet-a', '是表格，没有带过来'],
      ['broken.json', '读不懂这个文件'],
      ['gone', '目录里有，文件里没有'],
    ]),
  );
});

test("documents exported as Markdown lose the editor's markup, but not their code", async () => {
  const text =
    '<a name="Ab12c"></a>\n## 题<a name="x"></a>\n<font style="color:#333">一</font><br />二\n![](https://cdn.nlark.com/yuque/0/1.png#averageHue=%23fff&id=u1)\n\n```html\n<br /><font>码</font>\n```\n';
  const read = await readSource(
    'docs.zip',
    makeZip({ name: 'a/雨.md', bytes: text }, { name: 'a/SUMMARY.md', bytes: '* [雨](雨.md)' }),
  );
  expect(read.reader).toBe('yuque');
  const [rain] = read.of('article');
  expect(rain?.markdown).toBe(
    '## 题\n一  \n二\n![](https://cdn.nlark.com/yuque/0/1.png)\n\n```html\n<br /><font>码</font>\n```',
  );
  expect(read.of('loss')).toMatchObject([{ reason: '说明文件，不是文章' }]);
});

test('a truncated book is refused with the place of the cut', async () => {
  const whole = tar(book);
  await expect(readSource('a.lakebook', whole.subarray(0, 2600))).rejects.toThrow(/压缩包在「book\/rain\.json」处断了/);
});

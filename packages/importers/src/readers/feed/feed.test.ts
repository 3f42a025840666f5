import { expect, test } from 'vitest';
import { only, readAll, writeSource } from '../../../test/write-source.ts';
import { feed } from './read.ts';

const read = async (content: string, name = 'feed.xml') => readAll(feed, await writeSource(content, name));

const rss = (inner: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${inner}<title>林间</title><link>https://old.example/</link></channel></rss>`;

test('an item of RSS becomes an article with its text, dates, terms and audio', async () => {
  const items = await read(
    rss(`<item><title>雨 &amp;amp; 茶</title><link>https://old.example/2024/05/rain.html?utm=1</link><guid isPermaLink="false">g-1</guid>
      <pubDate>Wed, 01 May 2024 20:00:00 +0800</pubDate><dc:creator><![CDATA[小林]]></dc:creator><category>生活</category><category><![CDATA[茶]]></category>
      <description>摘要</description><content:encoded><![CDATA[<p>正文 <img src="a.png"></p><script>x</script>]]></content:encoded>
      <enclosure url="https://old.example/a.mp3" type="audio/mpeg" length="1"/></item>`),
  );
  expect(items[0]).toEqual({ kind: 'site', url: 'https://old.example', title: '林间' });
  expect(only(items, 'article')).toMatchObject([
    {
      key: 'g-1',
      title: '雨 & 茶',
      markdown: '正文 ![](a.png)\n\n<audio src="https://old.example/a.mp3"></audio>',
      summary: '摘要',
      author: { name: '小林', email: '' },
      categories: ['生活'],
      tags: ['茶'],
      slug: 'rain',
      publishedAt: Date.UTC(2024, 4, 1, 12),
      addresses: ['/2024/05/rain.html?utm=1'],
      warnings: ['里面的脚本和样式没有带过来'],
    },
  ]);
  expect(only(items, 'loss')).toMatchObject([{ thing: '订阅源' }]);
});

test('an item that holds an excerpt only has a warning; unescaped markup stays in it', async () => {
  const items = await read(
    rss(
      '<item><guid>https://old.example/b</guid><author>wang@example.com (王)</author><description>一 & <b>二</b><br>三</description></item>',
    ),
  );
  expect(only(items, 'article')).toMatchObject([
    {
      key: 'https://old.example/b',
      markdown: '一 & **二**\\\n三',
      summary: '',
      author: { name: '王', email: 'wang@example.com' },
      addresses: ['/b'],
      warnings: ['订阅源里没有全文，这里可能只是摘要'],
    },
  ]);
});

test('Atom entries are read with text, html and xhtml, links by relation and the kinds of Blogger', async () => {
  const kind = (name: string) =>
    `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${name}"/>`;
  const items = await read(
    `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>溪</title><link rel="self" href="https://old.example/atom.xml"/><link href="https://old.example/"/>
     <entry><id>tag:1</id><title type="text">A &lt;b&gt; B</title><link rel="alternate" href="https://old.example/p/1/"/><published>2024-05-01T12:00:00Z</published><updated>2024-05-02T12:00:00Z</updated>
       <author><name>小林</name><uri>https://lin.example</uri></author><category term="tea" label="茶"/><content type="html">&lt;p&gt;文&lt;/p&gt;</content></entry>
     <entry><id>tag:2</id><title>二</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>一 <em>二</em></p></div></content>${kind('post')}</entry>
     <entry><id>tag:3</id><title>三</title><summary>1 &lt; 2</summary></entry>
     <entry><id>tag:4</id><title>评</title><content>x</content>${kind('comment')}</entry></feed>`,
  );
  expect(items[0]).toEqual({ kind: 'site', url: 'https://old.example', title: '溪' });
  expect(only(items, 'article')).toMatchObject([
    {
      key: 'tag:1',
      title: 'A <b> B',
      markdown: '文',
      categories: ['茶'],
      slug: '1',
      addresses: ['/p/1/'],
      publishedAt: Date.UTC(2024, 4, 1, 12),
      updatedAt: Date.UTC(2024, 4, 2, 12),
      author: { website: 'https://lin.example' },
    },
    { key: 'tag:2', markdown: '一 *二*' },
    { key: 'tag:3', markdown: '1 < 2', warnings: ['订阅源里没有全文，这里可能只是摘要'] },
  ]);
  expect(only(items, 'loss').map(({ reason }) => reason)).toContain('是 Blogger 的评论、设置或模板，不是文章');
});

test('JSON Feed items are read as HTML or text; fields of a wrong type count as missing', async () => {
  const items = await read(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: '林',
      home_page_url: 'https://old.example/',
      items: [
        {
          id: 7,
          url: 'https://old.example/a.html',
          title: '甲',
          content_html: '<p>文</p>',
          tags: ['茶', '雨'],
          authors: [{ name: '小林' }],
          date_published: '2024-05-01T12:00:00Z',
          image: 'https://old.example/a.png',
          attachments: [{ url: 'https://old.example/a.mp3', mime_type: 'audio/mpeg' }],
        },
        { id: '8', content_text: '一 <b>\n二', tags: 'x', date_published: 5 },
        null,
      ],
    }),
    'feed.json',
  );
  expect(items[0]).toEqual({ kind: 'site', url: 'https://old.example', title: '林' });
  expect(only(items, 'article')).toMatchObject([
    {
      key: '7',
      title: '甲',
      markdown: '文\n\n<audio src="https://old.example/a.mp3"></audio>',
      categories: ['茶'],
      tags: ['雨'],
      cover: 'https://old.example/a.png',
      addresses: ['/a.html'],
    },
    { key: '8', title: '一 <b> 二', markdown: '一 \\<b>\\\n二', publishedAt: null },
  ]);
  expect(only(items, 'loss')).toMatchObject([{ place: '第 3 项' }]);
});

test.each([
  ['<rss version="2.0"><channel/></rss>', true],
  ['<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel/></rss>', false],
  ['<feed xmlns="http://www.w3.org/2005/Atom"/>', true],
  ['<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"/>', true],
  ['<rdf:RDF xmlns="http://purl.org/rss/1.0/"/>', true],
  ['{"version": "https://jsonfeed.org/version/1", "items": []}', true],
  ['{"version": "1.0"}', false],
  ['<html><body>rss</body></html>', false],
])('%s is recognised: %s', async (content, expected) => {
  expect(await feed.recognizes(await writeSource(content))).toBe(expected);
});

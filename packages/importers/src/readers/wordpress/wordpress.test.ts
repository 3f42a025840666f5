import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { only, readAll, writeSource } from '../../../test/write-source.ts';
import { feed } from '../feed/read.ts';
import { wordpress } from './read.ts';

const cdata = (text: string) => `<![CDATA[${text}]]>`;

type Fields = Record<string, string>;

/** A post of an export; `more` is added as it is. */
function post(fields: Fields, content = '', more = '') {
  const {
    title = '一篇',
    id = '1',
    type = 'post',
    status = 'publish',
    link = `https://old.example/blog/?p=${id}`,
    ...others
  } = fields;
  const written = Object.entries(others).map(([name, value]) => `<${name}>${cdata(value)}</${name}>`);
  return `<item><title>${title}</title><link>${link}</link><dc:creator>${cdata('xiaolin')}</dc:creator>
    <content:encoded>${cdata(content)}</content:encoded><wp:post_id>${id}</wp:post_id><wp:status>${status}</wp:status>
    <wp:post_type>${type}</wp:post_type>${written.join('')}${more}</item>\n`;
}

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;

const comment = (id: string, fields: Fields = {}) => {
  const { author = '客人', content = '好', approved = '1', parent = '0', type = 'comment', ...others } = fields;
  const written = Object.entries(others).map(([name, value]) => `<wp:${name}>${cdata(value)}</wp:${name}>`);
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${cdata(author)}</wp:comment_author>
    <wp:comment_content>${cdata(content)}</wp:comment_content><wp:comment_approved>${cdata(approved)}</wp:comment_approved>
    <wp:comment_type>${type}</wp:comment_type><wp:comment_parent>${parent}</wp:comment_parent>${written.join('')}</wp:comment>`;
};

const site = `<title>林间 &amp;amp; 溪</title><link>https://old.example/blog/</link><wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_blog_url>https://old.example/blog</wp:base_blog_url>
  <wp:author><wp:author_login>xiaolin</wp:author_login><wp:author_email>Lin@Old.example</wp:author_email><wp:author_display_name>${cdata('小林')}</wp:author_display_name></wp:author>`;

const whole = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel>${site}${inner}</channel></rss>`;

const read = async (inner: string) => readAll(wordpress, await writeSource(whole(inner)));

async function markdownOf(content: string, more = '', before = '') {
  const [found] = only(await read(before + post({}, content, more)), 'article');
  return found?.markdown;
}

describe('recognition', () => {
  test.each([
    ['a whole export', whole(''), true],
    ['version 1.0', '<rss xmlns:wp="http://wordpress.org/export/1.0/"><channel/></rss>', true],
    ['none of the declarations', '<rss><channel><wp:wxr_version>9</wp:wxr_version></channel></rss>', true],
    [
      'a feed of WordPress',
      '<rss xmlns:content="x"><channel><generator>https://wordpress.org/?v=6</generator></channel></rss>',
      false,
    ],
    ['a text about exports', 'xmlns:wp="http://wordpress.org/export/1.2/"', false],
    ['something else', '{"a": 1}', false],
  ])('%s: %#', async (_name, content, expected) => {
    const source = await writeSource(content, 'a.xml');
    expect(await wordpress.recognizes(source)).toBe(expected);
    if (expected) expect(await feed.recognizes(source)).toBe(false);
  });
});

describe('what a post says', () => {
  test('a post is read with fields, author, terms, addresses, cover and plugin fields', async () => {
    const items = await read(
      `<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>%e7%94%9f%e6%b4%bb</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>${cdata('生活')}</wp:cat_name></wp:category>
       <wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>tea</wp:category_nicename><wp:category_parent>%e7%94%9f%e6%b4%bb</wp:category_parent><wp:cat_name>${cdata('茶 &amp; 水')}</wp:cat_name></wp:category>` +
        post(
          {
            id: '12',
            title: cdata('雨 &amp; <em>茶</em>'),
            link: 'https://old.example/blog/2024/05/%e9%9b%a8/',
            guid: 'https://old.example/blog/?p=12',
            'wp:post_name': '%e9%9b%a8',
            'wp:post_date': '2024-05-01 20:00:00',
            'wp:post_date_gmt': '2024-05-01 12:00:00',
            'wp:post_modified_gmt': '2024-05-02 12:00:00',
            'wp:is_sticky': '1',
            'wp:comment_status': 'closed',
            'excerpt:encoded': '<p>一句\n话</p>',
          },
          '<p>正文</p>',
          `<category domain="category" nicename="tea">${cdata('茶 &amp; 水')}</category><category domain="post_tag" nicename="x">${cdata('雨天')}</category><category domain="post_format" nicename="post-format-aside">x</category>` +
            meta('_thumbnail_id', '99') +
            meta('rank_math_description', '说明') +
            meta('_yoast_wpseo_focuskw', '雨,茶') +
            meta('_yoast_wpseo_metadesc', '%%excerpt%%') +
            meta('views', '321'),
        ) +
        post({
          id: '99',
          type: 'attachment',
          status: 'inherit',
          link: 'https://old.example/blog/rain-jpg/',
          'wp:attachment_url': 'https://old.example/u/rain.jpg',
          'wp:post_parent': '12',
        }),
    );
    expect(items[0]).toEqual({ kind: 'site', url: 'https://old.example/blog', title: '林间 & 溪' });
    expect(only(items, 'person')).toMatchObject([{ key: 'xiaolin', name: '小林', email: 'lin@old.example' }]);
    const [life, tea] = only(items, 'category');
    expect(life).toMatchObject({ key: '生活', parent: null });
    expect(life?.addresses).toEqual(['/blog/category/生活', '/blog/categories/生活', '/blog/?cat=3']);
    expect(tea).toMatchObject({ key: 'tea', name: '茶 & 水', parent: '生活' });
    expect(tea?.addresses).toEqual(
      expect.arrayContaining(['/blog/category/生活/tea', '/blog/category/tea', '/blog/?cat=4']),
    );
    const lists = ['/blog/tag/x', '/blog/tags/x', '/blog/?tag=x'];
    expect(only(items, 'tag')).toMatchObject([{ key: 'x', name: '雨天', addresses: lists }]);
    expect(only(items, 'article')).toEqual([
      expect.objectContaining({
        key: '12',
        isPage: false,
        title: '雨 & 茶',
        markdown: '正文',
        summary: '一句 话',
        state: 'published',
        author: { name: '小林', email: 'lin@old.example', website: '' },
        categories: ['茶 & 水'],
        tags: ['雨天'],
        cover: 'https://old.example/u/rain.jpg',
        slug: '雨',
        description: '',
        keywords: '雨,茶',
        publishedAt: Date.UTC(2024, 4, 1, 12),
        updatedAt: Date.UTC(2024, 4, 2, 12),
        pinned: true,
        commenting: 'closed',
        views: 321,
        addresses: ['/blog/2024/05/雨/', '/blog/?p=12', '/blog/?attachment_id=99', '/blog/rain-jpg/'],
        base: '/blog/2024/05/雨/',
        warnings: [],
      }),
    ]);
  });

  test.each([
    ['publish', 'published'],
    ['future', 'published'],
    ['draft', 'draft'],
    ['pending', 'held'],
    ['private', 'private'],
    ['in-review', 'draft'],
  ])('status %s becomes %s', async (status, state) => {
    expect(only(await read(post({ status }, '文')), 'article')).toMatchObject([{ state }]);
  });

  test('passwords, pages, trashed posts, other types and unattached pictures are handled or reported', async () => {
    const items = await read(
      post({ id: '1', 'wp:post_password': 's' }, '文') +
        post({ id: '2', type: 'page', link: 'https://old.example/blog/about/' }, '关于') +
        post({ id: '3', status: 'trash', title: '扔了' }, '文', comment('9')) +
        post({ id: '4', type: 'nav_menu_item', title: '首页' }) +
        post({ id: '5', type: 'portfolio', title: '作品' }, '文') +
        post({ id: '6', type: 'attachment', status: 'inherit', 'wp:attachment_url': 'https://old.example/u/a.png' }) +
        post(
          { id: '7', type: 'shuoshuo', 'wp:post_date_gmt': '2024-05-01 12:00:00' },
          '<p>今天 <img src="/u/b.png"></p>',
        ),
    );
    expect(only(items, 'article')).toMatchObject([
      { key: '1', hasPassword: true, password: 's', state: 'published' },
      { key: '2', isPage: true, commenting: 'closed', addresses: ['/blog/about/', '/blog/?p=2', '/blog/?page_id=2'] },
    ]);
    expect(only(items, 'loss').map(({ thing, place }) => [thing, place.split('（')[0]])).toEqual([
      ['评论', '客人 评《扔了》'],
      ['文章', '扔了'],
      ['菜单', '首页'],
      ['自定义类型 portfolio', '作品'],
      ['附件', 'https://old.example/u/a.png'],
    ]);
    expect(only(items, 'say')).toMatchObject([{ key: '7', text: '今天', pictures: ['/u/b.png'], isPublic: true }]);
  });

  test('the page of a picture redirects to the first post that shows it in any size', async () => {
    const upload = (id: string, name: string) =>
      post({
        id,
        type: 'attachment',
        status: 'inherit',
        link: `https://old.example/blog/${name}/`,
        'wp:attachment_url': `https://old.example/blog/wp-content/uploads/2024/05/${name}.jpg`,
      });
    const shows = (id: string, html: string, more = '') =>
      post({ id, link: `https://old.example/blog/p${id}/` }, html, more);
    const scaled = '<img src="https://old.example/blog/wp-content/uploads/2024/05/rain-300x200.jpg">';
    const items = await read(
      ['rain', 'snow', 'wind', 'sun', 'lost'].map((name, index) => upload(String(index + 10), name)).join('') +
        post({ id: '5', status: 'draft' }, scaled) +
        shows('1', scaled) +
        shows('2', `${scaled}<img class="wp-image-11" src="/other.jpg">`) +
        shows('3', '[gallery ids="9, 12"]') +
        shows('4', '文', meta('_thumbnail_id', '13')),
    );
    const pages = only(items, 'redirect').filter(({ from }) => !from.includes('?'));
    expect(pages.map(({ from, to }) => [from, to])).toEqual([
      ['/blog/rain/', 'https://old.example/blog/p1/'],
      ['/blog/snow/', 'https://old.example/blog/p2/'],
      ['/blog/wind/', 'https://old.example/blog/p3/'],
      ['/blog/sun/', 'https://old.example/blog/p4/'],
    ]);
    expect(only(items, 'redirect')).toContainEqual(expect.objectContaining({ from: '/blog/?attachment_id=10' }));
    expect(only(items, 'loss').map(({ thing, place }) => `${thing} ${place}`)).toEqual([
      '附件 https://old.example/blog/wp-content/uploads/2024/05/lost.jpg',
    ]);
  });

  test('the bases of categories and tags are found in links, with the common prefix of articles before them; authors have a list', async () => {
    const terms =
      '<wp:category><wp:category_nicename>tea</wp:category_nicename><wp:cat_name>茶</wp:cat_name></wp:category>' +
      '<wp:tag><wp:tag_slug>x</wp:tag_slug><wp:tag_name>雨</wp:tag_name></wp:tag>' +
      '<wp:author><wp:author_id>4</wp:author_id><wp:author_login>Quiet One</wp:author_login></wp:author>';
    const links =
      '<a href="https://old.example/blog/zhuti/tea/">茶</a><a href="/blog/2024/05/tea/">文</a><a href="/blog/biaoqian/x">雨</a>';
    const items = await read(terms + post({ id: '1', link: 'https://old.example/blog/archives/1' }, links));
    expect(only(items, 'category')[0]?.addresses).toEqual(
      expect.arrayContaining(['/blog/zhuti/tea', '/blog/archives/category/tea']),
    );
    expect(only(items, 'category')[0]?.addresses.join()).not.toContain('2024');
    expect(only(items, 'tag')[0]?.addresses).toEqual(
      expect.arrayContaining(['/blog/biaoqian/x', '/blog/archives/tag/x']),
    );
    expect(only(items, 'person')).toMatchObject([
      { key: 'xiaolin', addresses: ['/blog/author/xiaolin/'] },
      { key: 'Quiet One', addresses: [] },
    ]);
    expect(only(items, 'redirect').map(({ from, to }) => [from, to])).toEqual([
      ['/blog/author/quiet-one/', '/'],
      ['/blog/?author=4', '/'],
    ]);
  });

  test.each([
    ['0000-00-00 00:00:00', '2024-05-01 20:00:00', Date.UTC(2024, 4, 1, 12)],
    ['0000-00-00 00:00:00', '0000-00-00 00:00:00', null],
    ['2024-13-45 99:00:00', '', null],
    ['1969-12-31 00:00:00', '', null],
  ])('the time is read from %s or %s', async (gmt, local, expected) => {
    const other = post(
      { id: '2', 'wp:post_date': '2024-01-01 08:00:00', 'wp:post_date_gmt': '2024-01-01 00:00:00' },
      '文',
    );
    const items = await read(
      post({ 'wp:post_date_gmt': gmt, 'wp:post_date': local, pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000' }, '文') +
        other,
    );
    expect(only(items, 'article')[0]).toMatchObject({ publishedAt: expected });
  });

  test('repeated ids and missing ids lose no item', async () => {
    const items = await read(
      post({ id: '1', title: '甲', 'wp:post_name': 'a' }, '一', comment('5')) +
        post({ id: '1', title: '乙', 'wp:post_name': 'b' }, '二', comment('5')) +
        '<item><title>丙</title><link>https://old.example/c</link><content:encoded>三</content:encoded></item>',
    );
    expect(only(items, 'article').map(({ key, title }) => [key, title])).toEqual([
      ['1', '甲'],
      ['1:b', '乙'],
      ['https://old.example/c', '丙'],
    ]);
    expect(only(items, 'comment').map(({ key, on }) => [key, on])).toEqual([
      ['5', { article: '1' }],
      ['5:', { article: '1:b' }],
    ]);
  });
});

test('comments keep replies, states, times and authors; trackbacks are losses', async () => {
  const items = await read(
    post(
      { id: '1' },
      '文',
      comment('1', {
        comment_author_email: 'A@B.example',
        comment_author_url: 'javascript:x',
        comment_date_gmt: '2024-05-01 12:00:00',
        content: '一 <b>重</b>\n行\n\n段 <script>alert(1)</script>',
      }) +
        comment('2', { parent: '1', approved: '0', comment_author_url: 'https://a.example', author: '' }) +
        comment('3', { approved: 'spam' }) +
        comment('4', { approved: 'trash', parent: '4' }) +
        comment('5', { type: 'pingback' }) +
        comment('6', { type: 'order_note' }) +
        comment('7', { content: '# 不是\n1. 标题 <3' }),
    ),
  );
  expect(only(items, 'comment')).toMatchObject([
    {
      key: '1',
      on: { article: '1' },
      parent: null,
      author: { name: '客人', email: 'a@b.example', website: '' },
      markdown: '一 **重**\\\n行\n\n段',
      createdAt: Date.UTC(2024, 4, 1, 12),
      state: 'shown',
      device: '',
    },
    { key: '2', parent: '1', state: 'held', author: { name: '匿名', website: 'https://a.example' } },
    { key: '3', state: 'spam' },
    { key: '4', state: 'removed', parent: null },
    { key: '7', markdown: '\\# 不是\\\n1\\. 标题 <3' },
  ]);
  expect(only(items, 'loss').map(({ thing }) => thing)).toEqual(['引用通告', '自定义评论 order_note']);
});

describe('texts as WordPress showed them', () => {
  test.each([
    ['第一段\n第二行\n\n第二段 <b>重</b>', '第一段\\\n第二行\n\n第二段 **重**'],
    ['<ul>\n<li>一</li>\n<li>二</li>\n</ul>\n后', '- 一\n- 二\n\n后'],
    ['<blockquote>引\n\n二</blockquote>', '> 引\n>\n> 二'],
    ['前\n<pre>a\n\n  b</pre>\n后', '前\n\n```\na\n\n  b\n```\n\n后'],
    ['一\n\n<!--more-->\n\n二', '一\n\n<!-- more -->\n\n二'],
    ['<h2>题</h2>\n文', '## 题\n\n文'],
    ['<p>已有\n段</p>\n\n新段', '已有\\\n段\n\n新段'],
    [
      '看\n\nhttps://www.youtube.com/watch?v=abc\n\n完',
      '看\n\n[视频：YouTube](https://www.youtube.com/watch?v=abc)\n\n完',
    ],
  ])('text of the classic editor is laid out: %j', async (content, expected) => {
    expect(await markdownOf(content)).toBe(expected);
  });

  test.each([
    [
      '[caption id="a" width="3"]<a href="/u/a.jpg"><img src="/u/a-300x200.jpg" alt="甲" /></a> 说明 <em>文</em>[/caption]',
      '![甲](/u/a.jpg "说明 文")',
    ],
    [
      '[code lang="php"]\n<?php echo "&lt;"; ?>\n\n[gallery]\n[/code]',
      '```php\n<?php echo "&lt;"; ?>\n\n[gallery]\n```',
    ],
    ['[js]\nif (a &lt; b) {}\n[/js]', '```js\nif (a < b) {}\n```'],
    ['[sourcecode language="css"]a{}[/sourcecode]', '```css\na{}\n```'],
    ['[audio mp3="/u/a.mp3"][/audio]', '<audio src="/u/a.mp3"></audio>'],
    ['[video src="/u/a.mp4"]', '<video src="/u/a.mp4"></video>'],
    ['[embed]https://www.bilibili.com/video/BV1x[/embed]', '[视频：哔哩哔哩](https://www.bilibili.com/video/BV1x)'],
    ['[gist id="123"]', '[代码：GitHub Gist](https://gist.github.com/123)'],
    ['[[gallery]] 与 [注] [1]', '[gallery] 与 [注] [1]'],
    ['[latex]x_1[/latex]', '$x_1$'],
    ['[constructor] [toString][/toString]', '\\[constructor] \\[toString][/toString]'],
    ['[code] 与 [caption]', '[code] 与 [caption]'],
  ])('a shortcode is expanded: %s', async (content, expected) => {
    expect(await markdownOf(content)).toBe(expected);
  });

  test('galleries by ids and of the post itself find pictures that come later in the file', async () => {
    const picture = (id: string, parent: string, order: string) =>
      post({
        id,
        type: 'attachment',
        status: 'inherit',
        'wp:attachment_url': `https://old.example/u/${id}.png`,
        'wp:post_parent': parent,
        'wp:menu_order': order,
        'excerpt:encoded': id === '8' ? '图注' : '',
      });
    const pictures = picture('7', '1', '2') + picture('8', '1', '1') + picture('9', '0', '0');
    const items = await read(
      post({ id: '1' }, '[gallery ids="9,7,404"]') +
        post({ id: '2' }, '[gallery]') +
        pictures +
        post({ id: '1', 'wp:post_name': 'again' }, '[gallery]'),
    );
    expect(only(items, 'article').map(({ markdown }) => markdown)).toEqual([
      '![](https://old.example/u/9.png)\n\n![](https://old.example/u/7.png)',
      '',
      '![](https://old.example/u/8.png "图注")\n\n![](https://old.example/u/7.png)',
    ]);
  });

  test('unknown shortcodes and dynamic blocks are named', async () => {
    const [first, second] = only(
      await read(
        post({}, '[vc_row css="x"]文[/vc_row]') +
          post({ id: '2' }, '<!-- wp:paragraph --><p>文</p><!-- /wp:paragraph --><!-- wp:acme/chart {"a":1} /-->'),
      ),
      'article',
    );
    expect(first).toMatchObject({
      markdown: '[vc_row css="x"]文[/vc_row]',
      warnings: ['不认识的短代码，照原样留作文字：vc_row'],
    });
    expect(second).toMatchObject({ markdown: '文', warnings: ['由程序现算的区块没有内容可搬：acme/chart'] });
  });

  test('blocks are laid out: columns, code, embeds, reusable blocks, footnotes and text between blocks', async () => {
    const content = `<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph -->
<p>左<sup data-fn="u-1" class="fn"><a href="#u-1" id="u-1-link">1</a></sup></p>
<!-- /wp:paragraph --></div><!-- /wp:column --></div><!-- /wp:columns -->

旧的\n一段

<!-- wp:code {"language":"go"} --><pre class="wp-block-code"><code lang="go" class="language-go">a &lt;- b</code></pre><!-- /wp:code -->
<!-- wp:embed {"url":"https://youtu.be/x"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://youtu.be/x
</div><figcaption>片</figcaption></figure><!-- /wp:embed -->
<!-- wp:block {"ref":77} /--><!-- wp:footnotes /-->`;
    const block = post(
      { id: '77', type: 'wp_block', title: '块' },
      '<!-- wp:paragraph --><p>可重用</p><!-- /wp:paragraph -->',
    );
    expect(await markdownOf(content, meta('footnotes', '[{"content":"见<em>此</em>","id":"u-1"}]'), block)).toBe(
      '左[^1]\n\n旧的\\\n一段\n\n```go\na <- b\n```\n\n<figure>\n\n[视频：YouTube](https://youtu.be/x)\n\n<figcaption>\n\n片\n\n</figcaption>\n\n</figure>\n\n可重用\n\n[^1]: 见*此*',
    );
  });

  test('a podcast keeps its audio', async () => {
    expect(await markdownOf('<p>集</p>', meta('enclosure', 'https://old.example/a b.mp3\n123\naudio/mpeg'))).toBe(
      '集\n\n<audio src="https://old.example/a%20b.mp3"></audio>',
    );
  });
});

describe('bad files', () => {
  test('a text above the limit is a loss that names the article; other articles are read', async () => {
    const items = await read(
      post({ title: '长' }, '字'.repeat(600_000)) +
        post({ id: '2' }, '短') +
        post({ id: '3', title: '更长' }, '字'.repeat(6_000_000)),
    );
    expect(only(items, 'article').map(({ key }) => key)).toEqual(['2']);
    expect(only(items, 'loss').map(({ thing, place }) => [thing, place.split('（')[0]])).toEqual([
      ['文章', '长'],
      ['文章', '更长'],
    ]);
  });

  test('a comment of millions of characters is a loss', async () => {
    const items = await read(post({}, '文', comment('1', { content: 'x'.repeat(5_100_000) }) + comment('2')));
    expect(only(items, 'comment').map(({ key }) => key)).toEqual(['2']);
    expect(only(items, 'loss')).toHaveLength(1);
  });

  test('a truncated file gives what is before the cut and names the line', async () => {
    const full = whole(post({ id: '1' }, '一') + post({ id: '2', title: '二' }, '文', comment('1')));
    for (const end of [
      '<wp:comment_approved>',
      '<wp:status>publish</wp:status>\n    <wp:post_type>post</wp:post_type><wp:comment>',
      '</item>\n</channel>',
    ]) {
      const items = await readAll(wordpress, await writeSource(full.slice(0, full.lastIndexOf(end) + 5)));
      expect(only(items, 'article')[0], end).toMatchObject({ key: '1', markdown: '一' });
      expect(only(items, 'loss').at(-1), end).toMatchObject({
        thing: '文件',
        reason: '文件到这里断了，后面的没有读到',
      });
    }
  });

  test('scripts, NUL and cycles in any field do no harm', async () => {
    const bad = '<script>alert(1)</script>\u0000<img src=x onerror=alert(1)>';
    const items = await read(
      `<wp:category><wp:category_nicename>a</wp:category_nicename><wp:category_parent>b</wp:category_parent><wp:cat_name>${cdata(bad)}甲</wp:cat_name></wp:category>
       <wp:category><wp:category_nicename>b</wp:category_nicename><wp:category_parent>a</wp:category_parent><wp:cat_name>乙</wp:cat_name></wp:category>` +
        post(
          { title: cdata(`${bad}题`), 'excerpt:encoded': bad, 'wp:post_name': bad },
          `${bad}文`,
          comment('1', { author: `${bad}人`, content: `${bad}评`, comment_author_url: bad, comment_author_email: bad }),
        ),
    );
    expect(JSON.stringify(items)).not.toMatch(/<script|onerror|\\u0000/);
    expect(only(items, 'article')).toMatchObject([{ title: '题', markdown: '![](x)文', slug: '' }]);
    expect(only(items, 'comment')).toMatchObject([
      { markdown: '[图片](x)评', author: { name: '人', website: '', email: '' } },
    ]);
  });

  test('unclosed brackets are read in linear time', async () => {
    for (const sign of [
      '[',
      '[a',
      '[a b="',
      '[code]',
      '[caption]',
      '<pre>',
      '<!-- wp:a ',
      '<!-- wp:a -->',
      '\n',
      '<br>',
      '[[',
      'https://',
    ]) {
      const start = performance.now();
      await read(post({}, sign.repeat(30_000)));
      expect(performance.now() - start, sign).toBeLessThan(20_000);
    }
  }, 240_000);
});

const samples = process.env.IMPORT_SAMPLES ?? '';

describe.skipIf(samples === '')('real exports', () => {
  test('each item of each file becomes an article, a comment or a loss', async () => {
    for (const name of readdirSync(join(samples, 'wordpress'))) {
      const bytes = await readFile(join(samples, 'wordpress', name));
      const source = await writeSource(bytes, name);
      expect(await wordpress.recognizes(source), name).toBe(true);
      const items = await readAll(wordpress, source);
      const text = bytes.toString('utf8');
      const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
      const losses = only(items, 'loss').filter(
        ({ thing }) => !/^(菜单|自定义分类法)/.test(thing) || /第 \d+ 行/.test(thing),
      );
      const types = count(/<wp:post_type>(?:<!\[CDATA\[)?(?:post|page)\b/g);
      expect(only(items, 'article').length, name).toBe(types);
      expect(only(items, 'comment').length + losses.filter(({ thing }) => thing === '引用通告').length, name).toBe(
        count(/<wp:comment>/g),
      );
      expect(only(items, 'person').length, name).toBe(count(/<wp:author>/g));
    }
  }, 120_000);

  test('the comments of the sample equal those of another tool', async () => {
    const source = await writeSource(await readFile(join(samples, 'comments/WordPress.sample')));
    const expected: Record<string, string>[] = JSON.parse(
      await readFile(join(samples, 'comments/WordPress.artrans'), 'utf8'),
    );
    const found = only(await readAll(wordpress, source), 'comment').map(({ key, parent, author, createdAt }) => ({
      id: key,
      rid: parent ?? '0',
      nick: author.name,
      email: author.email,
      link: author.website,
      created_at: new Date(createdAt ?? 0).toISOString(),
    }));
    expect(
      expected.map(({ id, rid, nick, email, link, created_at }) => ({ id, rid, nick, email, link, created_at })),
    ).toEqual(found);
  });
});

import { expect, test } from 'vitest';
import { renderMarkdown } from '../src/markdown.ts';
import { find, htmlOf } from './reading.ts';

const siteOrigin = 'https://mojian.example';
const render = (source: string) => htmlOf(source, { siteOrigin });
const away = 'target="_blank" rel="noopener noreferrer"';

test.each([
  ['![雨](https://a.cn/x.png)', `<p><a href="https://a.cn/x.png" ${away}>雨</a></p>\n`],
  ['![](//a.cn/x.png)', `<p><a href="//a.cn/x.png" ${away}>图片</a></p>\n`],
  ['![](http://mojian.example/x.png "题")', `<p><a href="http://mojian.example/x.png" ${away}>题</a></p>\n`],
  [String.raw`<img src="\\a.cn/x.png" alt="雨">`, '>雨</a>'],
  ['[![雨](https://a.cn/x.png)](/b)', '<p><a href="/b">雨</a></p>\n'],
  ['<img src="https://a.cn/x.png" alt="雨">', `<a href="https://a.cn/x.png" ${away}>雨</a>`],
  ['<a href="/b"><img src="//a.cn/x.png"></a>', '<p><a href="/b"><span>图片</span></a></p>\n'],
  ['字 <img src="https://a.cn/x.png" srcset="https://b.cn/y.png 2x"> 字', 'x.png'],
])('a picture of another host becomes a link: %s', async (source, html) => {
  expect(await render(source)).toContain(html);
  const { html: all, pictures } = await renderMarkdown(source, { siteOrigin });
  expect(all).not.toMatch(/srcset|b\.cn/);
  expect(all).not.toContain('<img');
  expect(pictures).toEqual([]);
});

test('a picture of this site is shown, by path or whole address', async () => {
  for (const src of ['/files/a.webp', 'a.webp', `${siteOrigin}/files/a.webp`])
    expect(find(await render(`![雨](${src})`), 'img')?.attributes.src).toBe(src);
});

test.each([
  ['{width=50%}', 'photo w-50'],
  ['{ width="25%" }', 'photo w-25'],
  ['{width=60%}', 'photo w-75'],
  ['{width=100%}', 'photo'],
  ['', 'photo'],
])('a picture gets the width class of %s', async (width, look) => {
  const html = await render(`![雨](/a.webp "题")${width}`);
  expect(find(html, 'img')?.attributes.class).toBe(look);
  expect(html).toMatch(/<figure class="fig">.*<figcaption>题<\/figcaption>/s);
  expect(html).not.toContain('width=');
});

test.each([
  ['![雨](/a.webp "题")', '雨'],
  ['![](/a.webp "题")', '题'],
  ['![](/a.webp)', ''],
  ['字 ![](/a.webp "题") 字', '题'],
  ['[![](/a.webp)](/b)', '图片'],
  ['<a href="/b"><img src="/a.webp"></a>', '图片'],
  ['<img src="/a.webp">', ''],
])(
  'who cannot see a picture hears its description, else its title, and where it leads something: %s',
  async (source, alt) => {
    expect(find(await render(source), 'img')?.attributes.alt).toBe(alt);
  },
);

test("escaped characters are part of a picture's alternative text", async () => {
  expect(find(await render('![远\\[山\\]&amp;水](/a.webp)'), 'img')?.attributes.alt).toBe('远[山]&水');
});

test('an invalid width stays as text, and classes cannot be written', async () => {
  for (const odd of ['{width=0%}', '{width=101%}', '{width=300px}', '{width=50%', '{class=x}', ' {width=50%}'])
    expect(await render(`![雨](/a.webp)${odd}`), odd).toContain(odd.trim());
  expect(await render('字{width=50%}')).toContain('字{width=50%}');
  expect(await render('<img src="/a.webp" class="w-50 admin">')).toContain('class="photo"');
});

test.each([
  ['<img src="/files/a.webp" width="300">', { width: '300', height: '150' }],
  ['<img src="/files/a.webp" height="20">', { width: '40', height: '20' }],
  ['<img src="/files/a.webp" width="300" height="300">', { width: '300', height: '300' }],
  ['<img src="/files/a.webp">', { width: '2000', height: '1000' }],
  ['<img src="/files/a.webp" width="50%">', { width: '2000', height: '1000', class: 'photo w-50' }],
  ['<img src="/files/a.webp" style="zoom:40%">', { width: '2000', height: '1000', class: 'photo w-50' }],
  ['<img src="/files/a.webp" style="width: 25%; color: red">', { width: '2000', height: '1000', class: 'photo w-25' }],
])('%s keeps the size its author gave it, the other side in proportion', async (source, attributes) => {
  const html = await htmlOf(source, { siteOrigin, pictureSize: () => ({ width: 2000, height: 1000 }) });
  expect(find(html, 'img')?.attributes).toMatchObject(attributes);
  expect(html).not.toContain('style');
});

test('the caption of a picture that cannot be shown stands beside its description', async () => {
  expect(await render('![Bell](https://a.cn/x.png "Bell on wharf")')).toContain('>Bell：Bell on wharf</a>');
  expect(await render('![钟](https://a.cn/x.png "钟")')).toContain('>钟</a>');
});

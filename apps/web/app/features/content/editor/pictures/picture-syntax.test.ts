import { writePicture } from '@mojian/markdown/write-picture';
import { expect, test } from 'vitest';
import { altFromName, findPictures, listForeign } from './picture-syntax.ts';

test.each([
  ['![雨](/a.webp)', { alt: '雨', url: '/a.webp', title: '', width: 100 }],
  ['![](/a.webp "题")', { alt: '', url: '/a.webp', title: '题', width: 100 }],
  ['![远\\[山\\]](/a.webp "说\\"话\\"的"){width=50%}', { alt: '远[山]', url: '/a.webp', title: '说"话"的', width: 50 }],
  ['![a](<https://a.cn/x y.png>)', { alt: 'a', url: 'https://a.cn/x y.png', title: '', width: 100 }],
])('%s is read, and written the same', (text, picture) => {
  expect(findPictures(`前 ${text} 后`)).toEqual([{ ...picture, from: 2, to: 2 + text.length }]);
  expect(writePicture(picture)).toBe(text);
});

test('an address with brackets is read whole, and written so that every reader does', () => {
  const [found] = findPictures('![a](https://a.cn/x_(1).png)');
  expect(found?.url).toBe('https://a.cn/x_(1).png');
  expect(found && writePicture(found)).toBe('![a](<https://a.cn/x_(1).png>)');
});

test('a very long text with nothing closed holds no picture', () => {
  expect(findPictures('![a]('.repeat(40_000))).toEqual([]);
  expect(findPictures(`![${'\\'.repeat(50_000)}`)).toEqual([]);
});

test('alt text comes from the file name, except for generated names', () => {
  expect(altFromName('雨后的山.jpg')).toBe('雨后的山');
  expect(altFromName('tea cup.webp')).toBe('tea cup');
  for (const made of [
    'IMG_2024.HEIC',
    '20240101-1200.png',
    'image.png',
    '截屏2024-01-01 12.00.00.png',
    'mmexport17.jpg',
  ])
    expect(altFromName(made), made).toBe('');
});

test('foreign are pictures of other hosts, each once; those in code are none', () => {
  const text =
    '![](https://a.cn/1.png) ![](/files/x.webp) ![](//b.cn/2.png)\n\n```md\n![](https://c.cn/3.png)\n```\n' +
    '`![](https://c.cn/4.png)` ![](https://a.cn/1.png) ![](https://me.example/5.png)';
  expect(listForeign(text, 'https://me.example')).toEqual(['https://a.cn/1.png', '//b.cn/2.png']);
});

import { expect, test } from 'vitest';
import { firstPhotograph, layPhotographs } from '../src/photographs.ts';
import { elementsOf, htmlOf } from './reading.ts';

const sizes: Record<string, [number, number]> = {
  '/wide.webp': [2000, 1000],
  '/photo.webp': [1500, 1000],
  '/tall.webp': [1000, 1500],
  '/tall-2.webp': [800, 1200],
  '/panorama.webp': [2000, 400],
  '/small.webp': [240, 160],
  '/sign.webp': [88, 31],
};

const siteOrigin = 'https://mojian.example';

async function lay(source: string) {
  const pictureSize = (src: string) => {
    const [width, height] = sizes[src] ?? [];
    return width && height ? { width, height } : undefined;
  };
  return layPhotographs(await htmlOf(source, { siteOrigin, pictureSize }));
}

const classesOf = (html: string) => elementsOf(html).flatMap(({ attributes }) => attributes.class ?? []);
const lines = (...names: string[]) => names.map((name) => `![](/${name}.webp)`).join('\n');

test('picture lines without an empty line between them are one row of one height', async () => {
  const html = await lay(lines('photo', 'tall'));
  const pictures = elementsOf(html).filter(({ name }) => name === 'img');
  expect(pictures.map(({ attributes }) => [attributes.width, attributes.height])).toEqual([
    ['1500', '1000'],
    ['667', '1000'],
  ]);
  expect(html.match(/<figure/g)).toHaveLength(1);
  expect(classesOf(html)).toEqual([
    'photo-row',
    'photo-line photo-sized photo-u2 photo-t1 photo-h5',
    'photo-part',
    'photo',
    'photo',
  ]);
  expect(pictures.map(({ attributes }) => attributes.sizes)).toEqual([
    '(max-width: 640px) 69vw, 526px',
    '(max-width: 640px) 31vw, 234px',
  ]);
});

test('an empty line, text and a word of the author separate pictures', async () => {
  expect(await lay('![](/photo.webp)\n\n![](/tall.webp)')).not.toContain('photo-row');
  expect(await lay('![](/photo.webp)\n字\n![](/tall.webp)')).not.toContain('photo-row');
  const alone = await lay('![](/photo.webp)\n![](/wide.webp)\n![](/tall.webp){单}');
  expect(alone.match(/<figure class="[a-z-]+/g)).toEqual(['<figure class="photo-row', '<figure class="fig']);
});

test.each([
  [2, [2]],
  [4, [4]],
  [5, [2, 3]],
  [6, [3, 3]],
  [7, [3, 4]],
  [8, [4, 4]],
  [11, [3, 4, 4]],
])('%i pictures stand in lines of %j', async (count, expected) => {
  const html = await lay(lines(...Array.from({ length: count }, () => 'photo')));
  const counts = html
    .split('<span class="photo-line')
    .slice(1)
    .map((line) => line.match(/<img /g)?.length);
  expect(counts).toEqual(expected);
});

test('on phones the first of three and two of four get a line; three portraits stay together', async () => {
  const counts = async (...names: string[]) =>
    (await lay(lines(...names)))
      .split('"photo-part"')
      .slice(1)
      .map((part) => part.match(/<img /g)?.length);
  expect(await counts('photo', 'photo', 'tall')).toEqual([1, 2]);
  expect(await counts('photo', 'photo', 'tall', 'wide')).toEqual([2, 2]);
  expect(await counts('tall', 'tall-2', 'tall')).toEqual([3]);
});

test('no picture of a row gets larger than it is, and signs stay among words', async () => {
  const html = await lay(lines('wide', 'small'));
  const heights = elementsOf(html).flatMap(({ attributes }) => attributes.height ?? []);
  expect(heights).toEqual(['160', '160']);
  expect(await lay(lines('sign', 'sign'))).toMatch(/^<p><img/);
});

test.each([
  ['宽', 'photo-wide'],
  ['wide', 'photo-wide'],
  ['通栏', 'photo-page'],
  ['{', undefined],
  ['满屏', 'photo-full'],
  [' full ', 'photo-full'],
  ['大', undefined],
])('the word {%s} makes a picture %s', async (word, name) => {
  const html = await lay(`![](/photo.webp){${word}}`);
  if (name) expect(html).toContain(`<figure class="fig ${name} `);
  else expect(html).toContain(`{${word}}`);
  expect(html.includes('</figure>')).toBe(name !== undefined);
});

test('a word on one line counts for the row, and stands beside a share of the column', async () => {
  expect(await lay('![](/photo.webp)\n![](/wide.webp){宽}')).toContain('<figure class="photo-row photo-wide">');
  expect(await htmlOf('![](/a.webp){width=50%}{单}')).toContain('class="photo w-50 photo-alone"');
  expect(await htmlOf('![](/a.webp){宽}{width=50%}')).toContain('class="photo photo-wide w-50"');
});

test('the last bar of a caption divides words and place', async () => {
  expect(await lay('![湖](/photo.webp "一条船｜双廊")')).toContain(
    '<figcaption><span>一条船</span><span class="photo-place">双廊</span></figcaption>',
  );
  expect(await lay('![湖](/photo.webp "甲｜乙｜<丙>")')).toContain(
    '<span>甲｜乙</span><span class="photo-place">&lt;丙&gt;</span>',
  );
});

test('a row has the caption of its pictures: one, or each with its position', async () => {
  const row = (first: string, second: string) => lay(`![](/tall.webp ${first})\n![](/tall-2.webp ${second})`);
  expect(await row('"檐角。｜周城"', '"窗光｜周城"')).toContain(
    '<figcaption><span>左，檐角；右，窗光。</span><span class="photo-place">周城</span></figcaption>',
  );
  expect(await row('""', '"$& 窗光"')).toContain('<figcaption><span>$&amp; 窗光</span></figcaption>');
  expect(await row('', '')).not.toContain('figcaption');
});

test('a lone portrait and a panorama are bound by the window in their ratio', async () => {
  expect(await lay('![](/tall.webp)')).toContain(
    '<figure class="fig photo-tall photo-sized photo-u0 photo-t6 photo-h5">',
  );
  expect(await lay('![](/panorama.webp){满屏}')).toContain('<figure class="fig photo-full">');
  expect(await lay('![](/small.webp)')).toContain('<figure class="fig photo-narrow ');
  expect(await lay('![](/gone.webp)')).toContain('<figure class="fig photo-sized photo-u1 photo-t5">');
});

test('pictures of a stored text from before become a row, with their links', () => {
  const stored =
    '<p><a href="/b"><img src="/files/a.webp" alt="" class="photo" /></a><br />\n<img src="/files/b.webp" alt="" class="photo" /></p>';
  expect(layPhotographs(stored)).toContain('<span class="photo-part"><a href="/b"><img sizes="');
  expect(layPhotographs(stored)).not.toContain('<p>');
});

test('the first photograph of a text is one of this site, and no sign', () => {
  const key = 'ab/0123456789abcdef0123456789abcdef';
  const html = `<img src="/files/ab/1.webp" width="88" height="31" /><img src="/x.webp" width="900" height="900" /><img src="/files/${key}.webp" width="900" height="600" />`;
  expect(firstPhotograph(html)).toEqual({ url: `/files/${key}.webp`, width: 900, height: 600 });
  expect(firstPhotograph('<p>字</p>')).toBeUndefined();
});

test('a text of more than a thousand pictures is shown as stored', () => {
  const pictures = (count: number) =>
    `<p>${'<img src="/files/a.webp" alt="" width="900" height="600">\n'.repeat(count)}</p>`;
  expect(layPhotographs(pictures(1000))).toContain('photo-row');
  expect(layPhotographs(pictures(1001))).toBe(pictures(1001));
});

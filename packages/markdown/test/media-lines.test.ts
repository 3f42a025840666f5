import { expect, test } from 'vitest';
import { embedOf, playerOf } from '../src/embeds.ts';
import { layMedia } from '../src/lay-media.ts';
import { renderMarkdown } from '../src/markdown.ts';
import { htmlOf } from './reading.ts';

const siteOrigin = 'https://mojian.example';
const file = (ending: string) => `/files/ab/${'ab'.repeat(16)}.${ending}`;
const plain = { name: '日影.pdf', bytes: 1_258_291, pages: 0, seconds: 0, wave: '', poster: '', width: 0, height: 0 };
const poster = `/files/ab/${'ab'.repeat(16)}-pdf.webp`;
const pictureSize = () => ({ width: 0, height: 0, attachment: plain });
const shown = async (source: string, known: Partial<typeof plain> = {}) =>
  layMedia(await htmlOf(source, { siteOrigin, pictureSize }), () => ({ ...plain, ...known }));

test('a link to a file alone on its line is a card with kind and size, of a PDF with its first page and their number', async () => {
  expect(await shown(`[日影讲义](${file('pdf')})`)).toBe(
    `<p class="media media-file media-pdf"><a class="media-link" href="${file('pdf')}"><span class="media-page media-sign" aria-hidden="true">PDF</span><b>日影讲义</b> <span class="media-about"><span class="media-kind">PDF</span> 1.2 MB</span></a></p>\n`,
  );
  const described = { pages: 12, poster, width: 480, height: 679 };
  expect(await shown(`[日影讲义](${file('pdf')})`, described)).toContain(
    `<span class="media-page" aria-hidden="true"><img src="${poster}" width="480" height="679" alt="" loading="lazy"></span><b>日影讲义</b> <span class="media-about"><span class="media-kind">PDF</span> 12 页 · 1.2 MB</span>`,
  );
  expect(await shown(`[讲](${file('pdf')})`, { ...described, height: 270 })).toContain(
    'class="media-page media-landscape"',
  );
  expect(await shown(`[*题* \`a\`](${file('zip')})`)).toContain('>ZIP</span><b>题 a</b>');
  expect(layMedia(await htmlOf(`[课件](${file('pptx')})`), () => undefined)).toContain(
    'PPT 演示</span> </span></a></p>',
  );
});

test('a recording and a film are players, each with its download, its length and what is seen or heard of it', async () => {
  expect(await shown(`[录音 "一"](${siteOrigin}${file('mp3')})`)).toBe(
    `<figure class="media media-sound"><audio src="${file('mp3')}" aria-label="录音 &quot;一&quot;" controls preload="metadata"></audio><figcaption><a class="media-link" href="${file('mp3')}"><b>录音 "一"</b></a> <span class="media-about">MP3 录音 · 1.2 MB</span></figcaption></figure>\n`,
  );
  const heard = await shown(`[录音](${file('mp3')})`, { seconds: 756, wave: '0az' });
  expect(heard).toContain('preload="none" data-wave="0az" data-seconds="756"></audio>');
  expect(heard).toContain('MP3 录音 · 12 分 36 秒 · 1.2 MB');
  const film = await shown(`![](${file('mp4')})`, { seconds: 3720, poster, width: 1280, height: 720 });
  expect(film).toMatch(/^<figure class="media media-film"><video src=.*<b>日影\.pdf<\/b>.*MP4 影片 · 1 小时 2 分 · /);
  expect(film).toContain(
    ` playsinline preload="none" poster="${poster}" width="1280" height="720" data-seconds="3720">`,
  );
  expect(await shown(`[影](${file('mp4')})`, { seconds: 9 })).toContain('preload="metadata"');
});

test('a text saved before cards were made gains them when it is shown; what it says of others’ files stays', () => {
  const old = `<p><a href="${file('zip')}">旧<em>课件</em></a></p>`;
  expect(layMedia(old, () => plain)).toContain('<b>旧课件</b>');
  const bare = 'https://www.bilibili.com/video/BV1xx411c7mD?a=1&amp;b=2';
  expect(layMedia(`<p><a href="${bare}" rel="noopener">${bare}</a></p>`, () => undefined)).toBe(
    `<p class="media media-embed"><a class="media-link" href="${bare}" rel="noopener"><b>哔哩哔哩视频</b></a> <span class="media-about">按下才连接 bilibili.com</span></p>`,
  );
  for (const left of [
    `<p><a href="${file('zip')}"><img src="/a.webp"></a></p>`,
    `<p>见<a href="${file('zip')}">它</a></p>`,
  ])
    expect(layMedia(left, () => plain)).toBe(left);
});

test('within a sentence, a list or a table such a link stays a link', async () => {
  expect(await shown(`见[讲义](${file('pdf')})。`)).toBe(`<p>见<a href="${file('pdf')}">讲义</a>。</p>\n`);
  expect(await shown(`- [讲义](${file('pdf')})`)).not.toContain('media');
  expect(await shown(`[一](${file('pdf')}) [二](${file('zip')})`)).not.toContain('media');
  expect(await shown(`[讲义](https://elsewhere.example${file('pdf')})`)).not.toContain('media-file');
});

test('the search finds the name of a file, and neither its size nor its kind', async () => {
  const { text } = await renderMarkdown(`[日影讲义](${file('pdf')})\n\n[录音](${file('mp3')})`, { pictureSize });
  expect(text).toBe('日影讲义\n录音');
});

test('an author can write neither the classes nor a player’s events', async () => {
  const html = await shown(`<p class="media media-embed"><a href="https://x.example" onclick="x()">x</a></p>`);
  expect(html).not.toMatch(/media|onclick/);
  expect(await shown(`[<img src=x onerror=alert(1)>](${file('mp3')})`)).not.toContain('onerror');
  expect(await shown(`[x](${file('mp3')}"onplay="alert(1))`)).not.toContain('onplay="');
});

const embeds: [address: string, site: string, id: string, player: string][] = [
  ['https://www.bilibili.com/video/BV1xx411c7mD', 'bilibili', 'BV1xx411c7mD', 'bvid=BV1xx411c7mD'],
  ['https://m.bilibili.com/video/BV1xx411c7mD/?spm=1&p=3#x', 'bilibili', 'BV1xx411c7mD-3', 'p=3&bvid=BV1xx411c7mD'],
  ['http://bilibili.com/video/av170001', 'bilibili', 'av170001', 'aid=170001'],
  ['https://music.163.com/#/song?id=186016', 'netease', 'song-186016', 'type=2&id=186016&auto=0&height=66'],
  ['https://music.163.com/playlist?id=3778678', 'netease', 'playlist-3778678', 'type=0&id=3778678'],
  ['https://y.music.163.com/m/song?id=186016&userid=1', 'netease', 'song-186016', 'type=2&id=186016'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', '/embed/dQw4w9WgXcQ?start=0'],
  ['https://youtu.be/dQw4w9WgXcQ?t=42', 'youtube', 'dQw4w9WgXcQ~42', '/embed/dQw4w9WgXcQ?start=42'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', '/embed/dQw4w9WgXcQ?start=0'],
];

test.each(embeds)(
  '%s alone on its line is a card that names whom it would connect to',
  async (address, site, id, player) => {
    expect(embedOf(address)).toEqual({ site, id });
    expect(playerOf(site, id)?.src).toContain(player);
    const html = await shown(address);
    expect(html).toMatch(
      /^<p class="media media-embed(?: media-song)?"><a class="media-link" href="https?:[^"]+" target="_blank" rel="noopener noreferrer"><b>/,
    );
    expect(html).toContain('按下才连接 ');
    expect(html).not.toContain('iframe');
    expect(await shown(`看 ${address}`)).not.toContain('media-embed');
    expect(await shown(`[我的话](${address})`)).not.toContain('media-embed');
  },
);

test.each([
  'https://www.bilibili.com/read/cv1',
  'https://bilibili.com.evil.example/video/BV1xx411c7mD',
  'https://evil.example/https://www.bilibili.com/video/BV1xx411c7mD',
  'https://music.163.com/#/user/home?id=1',
  'https://www.youtube.com/@someone',
])('%s is no player', async (address) => {
  expect(embedOf(address)).toBeUndefined();
  expect(await shown(address)).not.toContain('media');
});

test.each([
  ['bilibili', 'BV1xx411c7mD&x=1'],
  ['bilibili', '../x'],
  ['netease', 'song-1x'],
  ['youtube', 'short'],
  ['constructor', 'x'],
  ['', ''],
])('%s/%s has no player', (site, id) => {
  expect(playerOf(site, id)).toBeUndefined();
});

test('a frame of an old text that held a player becomes its card', async () => {
  const html = await shown('<iframe src="//player.bilibili.com/player.html?bvid=BV1xx411c7mD" title="春天"></iframe>');
  expect(html).toContain(
    '<p class="media media-embed"><a class="media-link" href="https://www.bilibili.com/video/BV1xx411c7mD"',
  );
  expect(html).toContain('<b>春天</b></a> <span class="media-about">哔哩哔哩视频 · 按下才连接 bilibili.com</span>');
});

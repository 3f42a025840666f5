import { join } from 'node:path';
import sharp from 'sharp';
import { paragraphs, sentence } from '../corpus.ts';
import { connectGhost, type GhostCall } from '../rivals/ghost-call.ts';

const posts = 200;
const pages = 20;
const pictures = 24;

/** Writes a blog of 200 posts and 20 pages with the cards of Ghost's editor, unless it was done, and exports it. */
export async function fillGhost(url: string) {
  const { headers, call } = await connectGhost(url);
  const { meta } = await call<{ meta: { pagination: { total: number } } }>('/posts/?limit=1&filter=slug:note-1');
  if (meta.pagination.total === 0) await write(url, headers, call);
  return call<unknown>('/db/');
}

async function write(url: string, headers: Record<string, string>, call: GhostCall) {
  const { posts: first } = await call<{ posts: { id: string }[] }>('/posts/?limit=100');
  for (const { id } of first) await call(`/posts/${id}/`, { method: 'DELETE' });
  const addresses: string[] = [];
  for (let n = 1; n <= pictures; n++) addresses.push(await uploadPicture(url, headers, n));
  for (let n = 1; n <= posts; n++) {
    const post = { ...writing(n, addresses, url), ...statusOf(n) };
    await call('/posts/', { method: 'POST', body: { posts: [post] } });
  }
  for (let n = 1; n <= pages; n++) {
    const page = { ...writing(n, addresses, url), slug: `page-${n}`, status: n === pages ? 'draft' : 'published' };
    await call('/pages/', { method: 'POST', body: { pages: [page] } });
  }
}

/** Every fifth slug is drawn by Ghost from the title. */
function statusOf(n: number) {
  return {
    slug: n % 5 ? `note-${n}` : undefined,
    status: n === 191 || n === 193 ? 'draft' : 'published',
    visibility: { 197: 'members', 199: 'paid' }[n] ?? 'public',
    featured: n % 50 === 0,
    tags: [`标签 ${n % 30}`, '散记', n % 4 ? 'C++' : '雨 & 雪', ...(n % 9 ? [] : ['#内部'])],
  };
}

async function uploadPicture(url: string, headers: Record<string, string>, n: number) {
  const background = `#${((n * 2654435761) >>> 8).toString(16).padStart(6, '0').slice(0, 6)}`;
  const image = sharp({ create: { width: 640 + n * 8, height: 420 + n * 4, channels: 3, background } });
  const isPng = n % 2 === 0;
  const bytes = await (isPng ? image.png() : image.jpeg()).toBuffer();
  const form = new FormData();
  const type = isPng ? 'image/png' : 'image/jpeg';
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), `hill-${n}.${isPng ? 'png' : 'jpg'}`);
  form.set('purpose', 'image');
  const { 'content-type': _json, ...rest } = headers;
  const answer = await fetch(join(url, '/ghost/api/admin/images/upload/').replace(':/', '://'), {
    method: 'POST',
    headers: rest,
    body: form,
  });
  const { images } = (await answer.json()) as { images: [{ url: string }] };
  return images[0].url;
}

const block = { direction: 'ltr', format: '', indent: 0, version: 1 };
const text = (words: string, format = 0) => ({
  detail: 0,
  format,
  mode: 'normal',
  style: '',
  text: words,
  type: 'extended-text',
  version: 1,
});
const paragraph = (...children: object[]) => ({ ...block, type: 'paragraph', children });
const link = (url: string, words: string) => ({
  ...block,
  type: 'link',
  rel: null,
  target: null,
  title: null,
  url,
  children: [text(words)],
});
const item = (value: number, ...children: object[]) => ({ ...block, type: 'listitem', value, children });
const list = (listType: 'bullet' | 'number', ...children: object[]) => ({
  ...block,
  type: 'list',
  listType,
  start: 1,
  tag: listType === 'number' ? 'ol' : 'ul',
  children,
});

/** A post; each has another choice of cards. */
function writing(n: number, addresses: string[], url: string) {
  const cards = [...mediaCards(n, addresses), ...textCards(n)];
  const before = n === 1 ? `${url}/` : `${url}/note-${n % 5 === 1 ? n - 2 : n - 1}/`;
  const start = paragraph(
    text(paragraphs(n)[0] ?? ''),
    text('粗', 1),
    text('斜', 2),
    text('粗斜', 3),
    text('删', 4),
    text('a < b', 16),
    { type: 'linebreak', version: 1 },
    text('H'),
    text('2', 32),
    text('O x'),
    text('2', 64),
    text('记号', 128),
    link('https://example.com/?x=1&y=(2)', '外链'),
    text('与'),
    link(before, '上一篇'),
    text('；1 * 2 * 3 _不斜_ [方括号] &amp; $5 到 $9'),
  );
  const pieces = [0, 3, 6, 9, 12, 15].flatMap((at) => [
    cards[(n + at) % cards.length],
    paragraph(text(paragraphs(n + at)[1] ?? '')),
  ]);
  const heading = { ...block, type: 'extended-heading', tag: 'h2', children: [text(`一、${sentence(n, 6)}`)] };
  return {
    title: `${sentence(n, 10)} ${n}`,
    feature_image: n % 3 ? undefined : addresses[n % addresses.length],
    custom_excerpt: n % 6 ? undefined : sentence(n, 40),
    published_at: new Date(Date.UTC(2016, 3, 1) + n * 1_500_000_000).toISOString(),
    lexical: JSON.stringify({ root: { ...block, type: 'root', children: [start, heading, ...pieces] } }),
  };
}

function mediaCards(n: number, addresses: string[]) {
  const at = (more: number) => addresses[(n + more) % addresses.length] ?? '';
  const size = (more: number) => {
    const number = ((n + more) % addresses.length) + 1;
    return { width: 640 + number * 8, height: 420 + number * 4 };
  };
  const image = { type: 'image', version: 1, title: '', alt: '', caption: '', cardWidth: 'regular', href: '' };
  const caption = '<span>图注 <em>远山</em></span>';
  const images = [1, 2, 3].map((more) => ({ src: at(more), fileName: 'hill', row: more > 2 ? 1 : 0, ...size(more) }));
  return [
    { ...image, src: at(0), ...size(0), alt: '山 & 水', caption },
    { ...image, src: at(9), ...size(9), cardWidth: 'wide', href: 'https://example.com/pic' },
    { type: 'gallery', version: 1, images, caption },
    {
      type: 'file',
      version: 1,
      src: at(5),
      fileTitle: '附件',
      fileCaption: '说明',
      fileName: 'hill.jpg',
      fileSize: 1024,
    },
  ];
}

function textCards(n: number) {
  return [
    {
      type: 'codeblock',
      version: 1,
      code: "function greet(name) {\n  if (name < 3 && name > 1) {\n\treturn `你好`;\n  }\n}\n\n\ngreet('<b>');",
      language: 'javascript',
      caption: '',
    },
    {
      type: 'html',
      version: 1,
      html: '<table><thead><tr><th>名</th><th>数</th></tr></thead><tbody><tr><td>a|b</td><td>1</td></tr><tr><td></td><td><strong>粗</strong></td></tr></tbody></table>',
    },
    {
      type: 'markdown',
      version: 1,
      markdown: '| 键 | 值 |\n|---|---:|\n| 甲 | 1,000 |\n\n1. 先\n2. 后\n\n> 引用\n\n```sql\nSELECT 1;\n```',
    },
    {
      type: 'callout',
      version: 1,
      calloutText: '<p><span>提示：</span><strong>小心</strong>路滑</p>',
      calloutEmoji: '💡',
      backgroundColor: 'blue',
    },
    { type: 'toggle', version: 1, heading: '<span>点开看</span>', content: '<p><span>折起来的字</span></p>' },
    {
      type: 'bookmark',
      version: 1,
      url: 'https://example.com/page',
      metadata: {
        icon: '',
        title: '书签的标题',
        description: '书签的描述',
        author: '某人',
        publisher: 'Example',
        thumbnail: '',
      },
      caption: '',
    },
    { type: 'button', version: 1, buttonText: '去看看', alignment: 'center', buttonUrl: 'https://example.com/buy' },
    { type: 'horizontalrule', version: 1 },
    list(
      'bullet',
      item(1, text('甲')),
      item(2, list('bullet', item(1, text('甲一'), link('https://example.com/', '链')))),
      item(2, text('乙 <div>')),
    ),
    { ...list('number', item(4, text('第四')), item(5, text('第五'))), start: 4 },
    { ...block, type: 'extended-quote', children: [text('行到水穷处，'), text('坐看', 1), text('云起时。')] },
    { ...block, type: 'aside', children: [text('空山不见人')] },
    { ...block, type: 'extended-heading', tag: 'h3', children: [text(`小节 *${n}* 与 `), text('code', 16)] },
  ];
}

import { expect, test } from 'vitest';
import { only, readAll, writeSource } from '../../../test/write-source.ts';
import { disqus } from './read.ts';

const whole = (inner: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">
  <category dsq:id="1"><forum>a</forum><title>General</title></category>${inner}</disqus>`;

const thread = (id: string, link: string, title: string) =>
  `<thread dsq:id="${id}"><id>x ${id}</id><forum>a</forum><category dsq:id="1"/><link>${link}</link><title>${title}</title><author><name>站长</name></author></thread>`;

function post(
  id: string,
  input: { thread?: string; parent?: string; message?: string; author?: string; flags?: string } = {},
) {
  const {
    thread: on = '10',
    parent,
    message = '<p>好</p>',
    author = '<name>客人</name><isAnonymous>true</isAnonymous>',
    flags = '',
  } = input;
  return `<post dsq:id="${id}"><id/><message><![CDATA[${message}]]></message><createdAt>2020-05-01T12:00:00Z</createdAt>${flags}
    <author>${author}</author><ipAddress>1.2.3.4</ipAddress><thread dsq:id="${on}"/>${parent ? `<parent dsq:id="${parent}"/>` : ''}</post>`;
}

const read = async (inner: string) => readAll(disqus, await writeSource(whole(inner)));

test('posts become comments under the address and title of their thread', async () => {
  const items = await read(
    post('1', { message: '<p>一 <a href="https://a.example" onclick="x">链</a></p><p>二<script>x</script></p>' }) +
      thread('10', 'https://old.example/2020/05/rain.html', '雨 &amp;amp; 茶') +
      post('2', { parent: '1', author: '<email>B@C.example</email><name>阿明</name><username>aming</username>' }) +
      post('3', { flags: '<isDeleted>true</isDeleted><isSpam>false</isSpam>' }) +
      post('4', { flags: '<isDeleted>false</isDeleted><isSpam>true</isSpam>', parent: '4' }) +
      post('5', { thread: '404' }),
  );
  expect(only(items, 'comment')).toMatchObject([
    {
      key: '1',
      on: { address: 'https://old.example/2020/05/rain.html', title: '雨 & 茶' },
      parent: null,
      author: { name: '客人', email: '', website: '' },
      markdown: '一 [链](https://a.example)\n\n二',
      createdAt: Date.UTC(2020, 4, 1, 12),
      state: 'shown',
    },
    { key: '2', parent: '1', author: { name: '阿明', email: 'b@c.example' } },
    { key: '3', state: 'removed' },
    { key: '4', state: 'spam', parent: null },
  ]);
  expect(only(items, 'loss').map(({ reason }) => reason)).toEqual(['文件里没有它所在的文章']);
  expect(JSON.stringify(items)).not.toContain('1.2.3.4');
});

test('a truncated file gives its complete posts', async () => {
  const full = whole(thread('10', 'https://old.example/a', '甲') + post('1') + post('2'));
  const items = await readAll(disqus, await writeSource(full.slice(0, full.lastIndexOf('<author>'))));
  expect(only(items, 'comment').map(({ key }) => key)).toEqual(['1']);
  expect(only(items, 'loss').map(({ thing }) => thing)).toEqual(['评论', '文件']);
});

test.each([
  [whole(''), true],
  ['<rss><channel/></rss>', false],
  ['<p>disqus.com</p>', false],
])('%s is recognised: %s', async (content, expected) => {
  expect(await disqus.recognizes(await writeSource(content))).toBe(expected);
});

test('links that Disqus led over its own counter lead to their address', async () => {
  const message =
    '<p><a href="https://disq.us/url?url=https%3A%2F%2Fa.example%2Fb%3Fc%3D1%3AhJk3_dlW-xYz0123456789abcde&amp;cuid=1">看</a></p>';
  const [comment] = only(await read(thread('10', 'https://old.example/a', '雨') + post('1', { message })), 'comment');
  expect(comment?.markdown).toBe('[看](https://a.example/b?c=1)');
});

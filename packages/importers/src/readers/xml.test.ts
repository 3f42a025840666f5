import { elementText, textIn, type XmlNode, type XmlRecord } from '@mojian/foreign-files/xml/xml';
import { expect, test } from 'vitest';
import { only, writeSource } from '../../test/write-source.ts';
import type { Item, Loss } from '../form.ts';
import { readXml } from './xml.ts';

const records = new Set(['item']);

async function read(content: string | Uint8Array, longest?: number) {
  const found: (XmlRecord | Loss)[] = [];
  const options = longest === undefined ? { records } : { records, longest };
  for await (const part of readXml(await writeSource(content), options)) found.push(part);
  const nodes = found.flatMap((part) => ('kind' in part ? [] : [part.node]));
  return { nodes, losses: only(found.filter((part): part is Loss => 'kind' in part) as Item[], 'loss') };
}

const texts = async (content: string | Uint8Array, longest?: number) =>
  (await read(content, longest)).nodes.map((node) => elementText(node));

const item = (inner: string) => `<?xml version="1.0"?><rss><channel><item><t>${inner}</t></item></channel></rss>`;
const field = async (inner: string) => textIn((await read(item(inner))).nodes[0] as XmlNode, 't');

test('records are yielded whole and in order, other elements when they hold text only', async () => {
  const { nodes } = await read(
    '<rss><channel><title>博客</title><image><title>图</title></image><item a="1"><x>一<y/>二</x></item>\n<item/></channel></rss>',
  );
  expect(nodes.map(({ name, depth, line }) => [name, depth, line])).toEqual([
    ['title', 2, 1],
    ['title', 3, 1],
    ['item', 2, 1],
    ['item', 2, 2],
  ]);
  expect(nodes[2]).toMatchObject({ attributes: { a: '1' } });
  expect(textIn(nodes[2] as XmlNode, 'x')).toBe('一<y></y>二');
});

test.each([
  ['<![CDATA[一]]]]><![CDATA[>二]]>', '一]]>二'],
  [
    '<![CDATA[This has <![CDATA[ opening and ]]> closing <![CDATA[ tags like this: ]]>]]>',
    'This has <![CDATA[ opening and ]]> closing <![CDATA[ tags like this: ]]>',
  ],
  ['<![CDATA[]]>]]>', ']]>'],
  ['<![CDATA[a]]> and b', 'a and b'],
  ['<![CDATA[ a ]]>\n', 'a'],
  ['<![CDATA[<b>&amp;&nbsp;</b>]]>', '<b>&amp;&nbsp;</b>'],
  ['a & b &nbsp; &copy; &#20013;&#x6587; &amp;lt;', 'a & b &nbsp; &copy; 中文 &lt;'],
  ['a < b <3 <> c', 'a < b <3 <> c'],
  ['&#xD800;&#0;&#x110000;', '&#xD800;&#0;&#x110000;'],
  ['a\u0000b\u0008c\u000bd\ufffee', 'abcde'],
  ['一<!-- <t>注</t> -- -->二<?php echo "<t>" ?>三', '一二三'],
  ['</p>没有开头的结尾</b>', '没有开头的结尾'],
  ['a ]]> b', 'a ]]> b'],
])('%s is read as %s', async (inner, expected) => {
  expect(await field(inner)).toBe(expected);
});

test('entities declared in a DOCTYPE are not expanded', async () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  expect(await texts(`${bomb}<rss><t>&b;&x;</t></rss>`)).toEqual(['&b;&x;']);
  expect(await texts('<!DOCTYPE rss [<rss><t>一</t></rss>')).toEqual(['一']);
});

test('unclosed elements end with their record, and undeclared prefixes are part of the name', async () => {
  const { nodes } = await read('<rss><item><a>一<b>二</a></item><item><wp:c>三</wp:c><item><d>四</d></item></rss>');
  expect(nodes.map(({ name }) => name)).toEqual(['item', 'item', 'item']);
  expect(textIn(nodes[1] as XmlNode, 'wp:c')).toBe('三');
});

test('a truncated file gives its complete records and names the line', async () => {
  const { nodes, losses } = await read('<rss>\n<item><a>一</a></item>\n<item><a>二</a>\n<b><![CDATA[三');
  expect(nodes.map((node) => textIn(node, 'a'))).toEqual(['一', '二']);
  expect(textIn(nodes[1] as XmlNode, 'b')).toBe('');
  expect(losses).toEqual([{ kind: 'loss', thing: '文件', place: '第 4 行', reason: '文件到这里断了，后面的没有读到' }]);
});

test('an encoding is found by its byte order mark, declaration or bytes', async () => {
  const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]); // 中文
  const around = (head: string, inner: Uint8Array) =>
    Buffer.concat([Buffer.from(`${head}<r><t>`), inner, Buffer.from('</t></r>')]);
  expect(await texts(around('<?xml version="1.0" encoding="GBK"?>', gbk))).toEqual(['中文']);
  expect(await texts(around('<?xml version="1.0" encoding="UTF-8"?>', gbk))).toEqual(['中文']);
  expect(await texts(around('<?xml version="1.0" encoding="GBK"?>', Buffer.from('中文')))).toEqual(['中文']);
  expect(await texts(Buffer.from('\ufeff<r><t>中文</t></r>', 'utf16le'))).toEqual(['中文']);
  expect(await texts(Buffer.from('<r><t>中文</t></r>', 'utf16le'))).toEqual(['中文']);
  expect(await texts(`\ufeff  \n<?xml version="1.0"?><r><t>中文</t></r>`)).toEqual(['中文']);
  const { nodes, losses } = await read(around('', Buffer.from([0x61, 0xff, 0xff, 0x62])));
  expect(nodes.map((node) => elementText(node))).toEqual(['a��b']);
  expect(losses.map(({ reason }) => reason)).toEqual(['有些字节不是任何已知的编码，换成了 �']);
});

test('the result does not depend on where chunks end', async () => {
  const { XmlRepairer } = await import('@mojian/foreign-files/xml/mend-xml');
  const whole =
    '<!DOCTYPE a [<!ENTITY b "c">]>\n<rss a="1>2">\r<!-- x --><item><t>一 &amp; & <![CDATA[二]]>三]]></t><![CDATA[a]]]]><![CDATA[>]]></item>末</p></rss>';
  const mend = (size: number) => {
    const mender = new XmlRepairer({ longest: 1000, siblings: records });
    let out = '';
    for (let at = 0; at < whole.length; at += size) out += mender.write(whole.slice(at, at + size));
    return (out + mender.end()).replaceAll(']]><![CDATA[', '');
  };
  for (let size = 1; size < whole.length; size++) expect(mend(size), `in pieces of ${size}`).toBe(mend(whole.length));
});

test('a text above the limit is cut and marked, also in ten million characters of CDATA', async () => {
  const { nodes } = await read(item(`<![CDATA[${'字'.repeat(3_400_000)}]]>`), 1000);
  expect(nodes[0]).toMatchObject({ isCut: true });
  expect(textIn(nodes[0] as XmlNode, 't').length).toBe(1001);
});

test('hostile files are read in bounded time', async () => {
  const signs = [
    '<',
    '<a>',
    '</a>',
    '<a ',
    '<a b="',
    ']]>',
    '<![CDATA[',
    '<![CDATA[]]>x',
    '<!--',
    '<!DOCTYPE [',
    '&',
    '<?',
    '<item>',
    '<a/>',
    '\u0000',
  ];
  for (const sign of signs) {
    const start = performance.now();
    await read(`<rss><t>x</t>${sign.repeat(100_000)}`);
    expect(performance.now() - start, sign).toBeLessThan(15_000);
  }
}, 240_000);

test('a file without XML is refused', async () => {
  await expect(read('正文')).rejects.toThrow('这个文件里没有 XML 的内容');
  await expect(read('')).rejects.toThrow('这个文件里没有 XML 的内容');
});

test('an attribute that never ends is read once, not anew with every piece of the file', async () => {
  const { XmlRepairer } = await import('@mojian/foreign-files/xml/mend-xml');
  const repairer = new XmlRepairer({ longest: 1000, siblings: new Set() });
  const piece = 'a '.repeat(128 * 1024);
  let written = repairer.write('<item><b c="').length;
  for (let n = 0; n < 1000; n++) written += repairer.write(piece).length; // 256 MB
  written += repairer.end().length;
  expect(written).toBeLessThan(10_000);
});

import { decodeTitle, plausibleTime, webAddress } from '@mojian/foreign-files/web-fields';
import { beginningOf } from '@mojian/foreign-files/xml/encodings';
import { childOf, elementText, textIn, type XmlNode } from '@mojian/foreign-files/xml/xml';
import type { Item, Reader, Source } from '../../form.ts';
import { commentFromHtml } from '../comment-html.ts';
import { readXml } from '../xml.ts';

/** Disqus' export: threads with their addresses, then posts, which are comments. */
export const disqus: Reader = {
  id: 'disqus',
  name: 'Disqus',
  recognizes: (source) => /<disqus\b[^<>]*disqus\.com/.test(beginningOf(source.head)),
  read: readDisqus,
};

type Thread = { address: string; title: string };

const records = new Set(['thread', 'post', 'category']);
/** UTF-16 units of a comment. */
const longest = 200_000;

/** Reads twice, since a post may stand before its thread. */
async function* readDisqus(source: Source): AsyncGenerator<Item> {
  const threads = new Map<string, Thread>();
  for await (const part of readXml(source, { records, longest }))
    if ('node' in part && part.node.name === 'thread') addThread(threads, part.node);
  for await (const part of readXml(source, { records, longest })) {
    if ('kind' in part) yield part;
    else if (part.node.name === 'post' && part.isBroken) yield broken(part.node);
    else if (part.node.name === 'post') yield await readPost(part.node, threads);
  }
}

function broken(node: XmlNode): Item {
  return { kind: 'loss', thing: '评论', place: placeOf(node), reason: '文件断在这条之中' };
}

function addThread(threads: Map<string, Thread>, node: XmlNode) {
  const identifier = textIn(node, 'id');
  const address = webAddress(textIn(node, 'link')) || webAddress(identifier) || identifier;
  const thread = { address, title: decodeTitle(textIn(node, 'title')) };
  if (thread.address || thread.title) threads.set(idOf(node), thread);
}

function idOf(node: XmlNode | undefined) {
  return node?.attributes['dsq:id'] ?? node?.attributes.id ?? '';
}

async function readPost(node: XmlNode, threads: Map<string, Thread>): Promise<Item> {
  const on = threads.get(idOf(childOf(node, 'thread')));
  if (!on) return { kind: 'loss', thing: '评论', place: placeOf(node), reason: '文件里没有它所在的文章' };
  if (node.isCut) return { kind: 'loss', thing: '评论', place: placeOf(node), reason: `超过 ${longest} 字` };
  const { markdown } = await commentFromHtml(withoutDetours(elementText(childOf(node, 'message')).trim()));
  const id = idOf(node);
  const parent = idOf(childOf(node, 'parent'));
  return {
    kind: 'comment',
    key: id || `line-${node.line}`,
    on,
    parent: parent === '' || parent === id ? null : parent,
    author: authorOf(childOf(node, 'author')),
    markdown,
    createdAt: plausibleTime(Date.parse(textIn(node, 'createdAt'))),
    state: stateOf(node),
    likes: 0,
    pinned: false,
    device: '',
  };
}

/** Disqus leads links over its own counter: `https://disq.us/url?url=<address>:<hash>&cuid=…`. */
function withoutDetours(html: string) {
  return html.replace(
    /(\shref=["']?)https?:\/\/disq\.us\/url\?url=([^"'&\s>]{1,2000})[^"'\s>]*/gi,
    (whole, before: string, address: string) => {
      const target = webAddress(decoded(address).replace(/:[\w-]{20,40}$/, ''));
      return target ? before + target : whole;
    },
  );
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function stateOf(node: XmlNode) {
  if (textIn(node, 'isSpam') === 'true') return 'spam';
  if (textIn(node, 'isDeleted') === 'true') return 'removed';
  return textIn(node, 'isApproved') === 'false' ? 'held' : 'shown';
}

function authorOf(node: XmlNode | undefined) {
  if (!node) return { name: '匿名', email: '', website: '' };
  const email = textIn(node, 'email').toLowerCase();
  return {
    name: decodeTitle(textIn(node, 'name')) || textIn(node, 'username') || '匿名',
    email: /^[^\s@]+@[^\s@]+$/.test(email) ? email : '',
    website: webAddress(textIn(node, 'link')),
  };
}

function placeOf(node: XmlNode) {
  const author = childOf(node, 'author');
  return `${author ? textIn(author, 'name') : '匿名'} ${textIn(node, 'createdAt')}（第 ${node.line} 行）`;
}

import { decodeTitle, readTime, webAddress } from '@mojian/foreign-files/web-fields';
import { elementText, textIn, type XmlNode } from '@mojian/foreign-files/xml/xml';
import type { Item, SourceComment } from '../../form.ts';
import { commentFromHtml } from '../comment-html.ts';
import { entryOf } from '../values.ts';
import { titleOf, typeOf } from './article.ts';
import type { Survey } from './survey.ts';

/** UTF-16 units of a comment; the longest that the import stores are far shorter. */
const longest = 200_000;

const states: Record<string, SourceComment['state']> = {
  '1': 'shown',
  approve: 'shown',
  '0': 'held',
  hold: 'held',
  spam: 'spam',
  trash: 'removed',
  'post-trashed': 'removed',
};

/** Reads a comment of the item, whose key is given. */
export async function readComment(node: XmlNode, item: XmlNode, key: string, survey: Survey): Promise<Item> {
  const id = textIn(node, 'wp:comment_id');
  const type = textIn(node, 'wp:comment_type');
  const place = `${decodeTitle(textIn(node, 'wp:comment_author')) || '匿名'} 评《${titleOf(item)}》（第 ${node.line} 行）`;
  const on = targetOf(item, key, survey);
  if (/^(pingback|trackback)$/.test(type)) return loss('引用通告', place, '是别的网站发来的，不是评论');
  if (!/^(comment|review|)$/.test(type)) return loss(`自定义评论 ${type.slice(0, 40)}`, place, '是插件自己的内容');
  if (!on) return loss('评论', place, '所在的内容没有搬过来');
  const text = elementText(
    node.content.find((part) => typeof part !== 'string' && part.name === 'wp:comment_content') as XmlNode | undefined,
  );
  if (text.length > longest) return loss('评论', place, `超过 ${longest} 字`);
  const { markdown } = await commentFromHtml(withBreaks(text.replaceAll('\0', '')));
  const parent = textIn(node, 'wp:comment_parent');
  return {
    kind: 'comment',
    key: id || `${key}-${node.line}`,
    on,
    parent: parent === '' || parent === '0' || parent === id ? null : parent,
    author: authorOf(node),
    markdown,
    createdAt:
      readTime(textIn(node, 'wp:comment_date_gmt')) ?? readTime(textIn(node, 'wp:comment_date'), survey.offset),
    state: entryOf(states, textIn(node, 'wp:comment_approved')) ?? 'held',
    likes: 0,
    pinned: false,
    device: '',
  };
}

/** Comments of a picture's own page go to the article of the picture. */
function targetOf(item: XmlNode, key: string, survey: Survey): SourceComment['on'] | undefined {
  const type = typeOf(item);
  if (textIn(item, 'wp:status') === 'trash') return undefined;
  if (type === 'say') return { say: key };
  if (type === 'post' || type === 'page') return { article: key };
  const parent = survey.attachments.get(textIn(item, 'wp:post_id'))?.parent;
  return type === 'attachment' && parent ? { article: parent } : undefined;
}

function authorOf(node: XmlNode) {
  const email = textIn(node, 'wp:comment_author_email').toLowerCase();
  return {
    name: decodeTitle(textIn(node, 'wp:comment_author')) || '匿名',
    email: /^[^\s@]+@[^\s@]+$/.test(email) ? email : '',
    website: webAddress(textIn(node, 'wp:comment_author_url')),
  };
}

/** Line breaks as the page showed them; a text without HTML keeps them anyway. */
function withBreaks(text: string) {
  if (!/<[a-z!/?]|&#?\w{1,32};/i.test(text)) return text;
  const parted = text.replace(/\r\n?/g, '\n').split(/\n[^\S\n]*\n/);
  if (/<(p|br|pre|blockquote|ul|ol|div)\b/i.test(text)) return text;
  return parted.map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`).join('\n');
}

function loss(thing: string, place: string, reason: string): Item {
  return { kind: 'loss', thing, place, reason };
}

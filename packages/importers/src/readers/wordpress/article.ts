import { longestArticle } from '@mojian/contract/platform/rules';
import { htmlToText } from '@mojian/foreign-files/html-text';
import { decodeTitle, folderOf, pathOf, readDate, readTime, webAddress } from '@mojian/foreign-files/web-fields';
import { childrenOf, elementText, textIn, type XmlNode, type XmlRecord } from '@mojian/foreign-files/xml/xml';
import { sourceFingerprint } from '../../fingerprint.ts';
import type { Author, IsKnown, Item, Loss, SourceArticle } from '../../form.ts';
import { countOf } from '../fields.ts';
import { fromHtml } from '../html.ts';
import { entryOf } from '../values.ts';
import { layOut } from './content.ts';
import type { Picture } from './shortcodes.ts';
import { decodeSlug, metaOf, postShowing, type Survey, termsOf } from './survey.ts';

/** Sorts the types of posts by the kind of item they become. */
export function typeOf(node: XmlNode): 'post' | 'page' | 'say' | 'attachment' | 'other' {
  const type = textIn(node, 'wp:post_type') || 'post';
  if (/^(shuoshuo|says?|moments?|memos?)$/.test(type)) return 'say';
  return type === 'post' || type === 'page' || type === 'attachment' ? type : 'other';
}

/** The key of a post: its id, or its address in files that have none. */
export function keyOf(node: XmlNode): string {
  return textIn(node, 'wp:post_id') || textIn(node, 'guid') || textIn(node, 'link') || textIn(node, 'title');
}

const states: Record<string, SourceArticle['state']> = {
  '': 'published',
  publish: 'published',
  future: 'published',
  inherit: 'published',
  private: 'private',
  pending: 'held',
};

export type ItemContext = { survey: Survey; isKnown: IsKnown | undefined };

/** Reads a post, page or short post; what cannot come over is a loss. */
export async function readItem(
  { node, isBroken }: XmlRecord,
  key: string,
  { survey, isKnown }: ItemContext,
): Promise<Item[]> {
  const place = `${titleOf(node)}（第 ${node.line} 行）`;
  const type = typeOf(node);
  const thing = type === 'page' ? '页面' : '文章';
  const status = textIn(node, 'wp:status');
  if (type === 'attachment') return attachmentItems(node, survey);
  if (type === 'other') return [foreignType(node, place)];
  if (status === 'trash') return [loss(thing, place, '在回收站里')];
  const raw = elementText(childrenOf(node, 'content:encoded')[0]) || textIn(node, 'description');
  if (status === 'auto-draft' && !raw.trim()) return [];
  if (node.isCut) return [loss(thing, place, tooLong)];
  const item = await convertItem({ node, isBroken, raw }, key, { survey, isKnown });
  return item ? [item] : [loss(thing, place, tooLong)];
}

type Raw = Pick<XmlRecord, 'node' | 'isBroken'> & { raw: string };

/** Converts the text of a post unless it came from just this source before; undefined when it is too long. */
async function convertItem({ node, isBroken, raw }: Raw, key: string, { survey, isKnown }: ItemContext) {
  const article = articleOf(node, key, survey);
  const text = layOutText(raw, node, survey);
  const source = sourceFingerprint(article, text, isBroken);
  const isSay = typeOf(node) === 'say';
  if (!isSay && (await isKnown?.(key, source))) return { ...article, source };
  const { markdown, warnings } = await fromHtml(text.html.replaceAll('\0', ''));
  if (markdown.length > longestArticle) return undefined;
  if (isSay) return sayOf(node, key, survey, markdown);
  const broken = isBroken ? ['文件断在这篇之中，可能不全'] : [];
  return { ...article, markdown, source, warnings: [...text.warnings, ...warnings, ...broken] };
}

const tooLong = `正文超过 ${longestArticle} 字，或字段、标签多得没有道理，请拆成几篇后再导出`;

function loss(thing: string, place: string, reason: string): Loss {
  return { kind: 'loss', thing, place, reason };
}

/** Lays out the text; enclosures of podcasts that it does not show are added. */
function layOutText(raw: string, node: XmlNode, survey: Survey) {
  const id = textIn(node, 'wp:post_id');
  const context = {
    find: (ids: string[]) => ids.flatMap((one) => pictureOf(survey, one)),
    own: () => ownPictures(survey, id),
    block: (ref: string) => survey.blocks.get(ref) ?? '',
    footnotes: metaOf(node, 'footnotes'),
  };
  const { html, warnings } = layOut(raw, context);
  const [address = '', , type = ''] = metaOf(node, 'enclosure').split(/\r?\n/);
  const isNew = webAddress(address) && !raw.includes(address.trim());
  const player = type.startsWith('video') ? 'video' : 'audio';
  const whole = isNew ? `${html}\n<${player} src="${encodeURI(decodeSlug(address.trim()))}"></${player}>` : html;
  return { html: whole, warnings };
}

function pictureOf({ attachments }: Survey, id: string): Picture[] {
  const found = attachments.get(id);
  return found && isPicture(found.url) ? [found] : [];
}

function isPicture(url: string) {
  return !/\.(?:pdf|zip|docx?|xlsx?|pptx?|mp[34]|m4a|ogg|wav|mov|txt|csv)(?:[?#]|$)/i.test(url);
}

function ownPictures(survey: Survey, id: string): Picture[] {
  const ids = survey.byParent.get(id) ?? [];
  const order = (one: string) => survey.attachments.get(one)?.order ?? 0;
  return [...ids].sort((one, other) => order(one) - order(other)).flatMap((one) => pictureOf(survey, one));
}

function articleOf(node: XmlNode, key: string, survey: Survey): SourceArticle {
  const terms = childrenOf(node, 'category').map((element) => ({ element, terms: termsOf(survey, element) }));
  const namesOf = (map: Survey['tags']) => [
    ...new Set(
      terms
        .filter((one) => one.terms === map)
        .map(({ element }) => termName(element, map))
        .filter(Boolean),
    ),
  ];
  const status = textIn(node, 'wp:status');
  const password = textIn(node, 'wp:post_password');
  const isPage = typeOf(node) === 'page';
  const link = pathOf(textIn(node, 'link'));
  const closed = isPage ? 'closed' : 'open';
  return {
    kind: 'article',
    key,
    isPage,
    title: titleOf(node),
    markdown: '',
    summary: htmlToText(textIn(node, 'excerpt:encoded')).replace(/\s+/g, ' '),
    state: entryOf(states, status) ?? 'draft',
    hasPassword: password !== '',
    password: password || undefined,
    author: authorOf(textIn(node, 'dc:creator'), survey),
    categories: namesOf(survey.categories),
    tags: namesOf(survey.tags),
    cover: coverOf(node, survey),
    slug: slugOf(node),
    ...seoFields(node),
    publishedAt: publishedAt(node, survey),
    updatedAt:
      readTime(textIn(node, 'wp:post_modified_gmt')) ?? readTime(textIn(node, 'wp:post_modified'), survey.offset),
    pinned: textIn(node, 'wp:is_sticky') === '1',
    commenting: (textIn(node, 'wp:comment_status') || closed) === 'open' ? 'open' : 'closed',
    ...viewsAndLikes(node),
    addresses: addressesOf(node, survey),
    base: folderOf(link),
    warnings: [],
  };
}

function slugOf(node: XmlNode): string {
  const slug = decodeSlug(textIn(node, 'wp:post_name'));
  return /[<>"\s]/.test(slug) ? '' : slug;
}

function termName(element: XmlNode, terms: Survey['tags']): string {
  const slug = decodeSlug(element.attributes.nicename ?? '');
  return terms.get(slug)?.name ?? decodeTitle(elementText(element));
}

/** Title as plain text, or the beginning of the text where there is none. */
export function titleOf(node: XmlNode): string {
  const title = decodeTitle(textIn(node, 'title'));
  if (title) return title;
  const beginning = htmlToText(textIn(node, 'content:encoded').slice(0, 2000)).replace(/\s+/g, ' ').slice(0, 30);
  return beginning || decodeSlug(textIn(node, 'wp:post_name')) || '无标题';
}

function authorOf(login: string, { authors }: Survey): Author | null {
  const known = authors.get(login);
  if (known) return known;
  const isMail = /^[^\s@]+@[^\s@]+$/.test(login);
  return login ? { name: decodeTitle(login), email: isMail ? login.toLowerCase() : '', website: '' } : null;
}

function coverOf(node: XmlNode, survey: Survey): string {
  const id = metaOf(node, '_thumbnail_id');
  return (
    survey.attachments.get(id)?.url ?? webAddress(metaOf(node, 'fifu_image_url', '_thumbnail_ext_url', 'thumbnail'))
  );
}

/** Description and keywords of the common SEO plugins; templates such as `%%excerpt%%` say nothing. */
function seoFields(node: XmlNode) {
  const description = metaOf(node, ...descriptionFields);
  const keywords = metaOf(node, ...keywordFields);
  const canonical = webAddress(metaOf(node, '_yoast_wpseo_canonical', 'rank_math_canonical_url'));
  return {
    description: /%\w+%/.test(description) ? '' : decodeTitle(description),
    keywords: decodeTitle(keywords),
    sourceUrl: canonical || undefined,
  };
}

const descriptionFields = [
  '_yoast_wpseo_metadesc',
  'rank_math_description',
  '_aioseo_description',
  '_aioseop_description',
  '_seopress_titles_desc',
  '_genesis_description',
  'description',
];
const keywordFields = [
  '_yoast_wpseo_focuskw',
  'rank_math_focus_keyword',
  '_aioseo_keywords',
  '_aioseop_keywords',
  '_seopress_analysis_target_kw',
  'keywords',
];

/** Counts of the plugins common in China. */
function viewsAndLikes(node: XmlNode) {
  const count = (...fields: string[]) => countOf(metaOf(node, ...fields));
  return {
    views: count('views', 'post_views_count', '_post_views', 'post_view'),
    likes: count('_like', 'likes', 'bigfa_ding', '_post_like_count', 'like'),
  };
}

function publishedAt(node: XmlNode, survey: Survey): number | null {
  return (
    readTime(textIn(node, 'wp:post_date_gmt')) ??
    readTime(textIn(node, 'wp:post_date'), survey.offset) ??
    readDate(textIn(node, 'pubDate'))
  );
}

/** Addresses by which the post was found, with those of its pictures' own pages. */
function addressesOf(node: XmlNode, survey: Survey): string[] {
  const id = textIn(node, 'wp:post_id');
  const numbers = /^\d+$/.test(id) ? [`${survey.prefix}/?p=${id}`, `${survey.prefix}/?page_id=${id}`] : [];
  const isPage = typeOf(node) === 'page';
  const pictures = (survey.byParent.get(id) ?? []).flatMap((one) => [
    `${survey.prefix}/?attachment_id=${one}`,
    ownPath(survey.attachments.get(one)?.address ?? '', survey),
  ]);
  const own = [
    pathOf(textIn(node, 'link')),
    ownPath(textIn(node, 'guid'), survey),
    ...numbers.slice(0, isPage ? 2 : 1),
  ];
  return [...new Set([...own, ...pictures])].filter((address) => address !== '' && address !== `${survey.prefix}/`);
}

/** Path of an address on the blog's own host; '' of others. */
function ownPath(address: string, survey: Survey): string {
  const host = URL.parse(address)?.host;
  return host === undefined || host === URL.parse(survey.url)?.host ? pathOf(address) : '';
}

/** Pages of pictures that belong to no post lead to the first post that shows the picture. */
function attachmentItems(node: XmlNode, survey: Survey): Item[] {
  const id = textIn(node, 'wp:post_id');
  const found = survey.attachments.get(id);
  if (!found || found.parent || !webAddress(found.url)) return [];
  const to = postShowing(survey, id, found.url);
  const page = ownPath(found.address, survey);
  const from = [`${survey.prefix}/?attachment_id=${id}`, page].filter(
    (address) => address !== '' && address !== pathOf(found.url),
  );
  if (to === '') return [loss('附件', found.url, '没有文章用到它，它自己的页面没有地方可去')];
  return [...new Set(from)].map((address) => ({ kind: 'redirect', from: address, to }));
}

const types: Record<string, [thing: string, reason: string]> = {
  nav_menu_item: ['菜单', '导航请在后台重排'],
  wp_block: ['可重用区块', '已放进用到它的文章'],
  wp_navigation: ['菜单', '导航请在后台重排'],
  custom_css: ['样式', '外观不搬'],
  wp_global_styles: ['样式', '外观不搬'],
  wp_template: ['模板', '外观不搬'],
  wp_template_part: ['模板', '外观不搬'],
  revision: ['旧版本', '只搬最后一版'],
};

function foreignType(node: XmlNode, place: string): Loss {
  const type = textIn(node, 'wp:post_type');
  const own = `自定义类型 ${type.slice(0, 40)}`;
  const [thing, reason] = entryOf(types, type) ?? [own, '是插件或主题自己的内容，这里没有对应的'];
  return loss(thing, place, reason);
}

function sayOf(node: XmlNode, key: string, survey: Survey, markdown: string): Item {
  const shown = textIn(node, 'content:encoded').matchAll(/<img\b[^<>]*?\bsrc="([^"<>]+)"/gi);
  return {
    kind: 'say',
    key,
    author: authorOf(textIn(node, 'dc:creator'), survey),
    text: markdown.replace(/!\[[^[\]]*\]\([^()\s]*\)/g, '').trim() || titleOf(node),
    pictures: [...shown].map(([, address = '']) => address),
    createdAt: publishedAt(node, survey),
    isPublic: textIn(node, 'wp:status') === 'publish',
    likes: viewsAndLikes(node).likes,
  };
}

import { decodeTitle, pathOf, webAddress } from '@mojian/foreign-files/web-fields';
import { childrenOf, elementText, textIn, type XmlNode } from '@mojian/foreign-files/xml/xml';
import type { Author, Source } from '../../form.ts';
import { entryOf } from '../values.ts';
import { readXml } from '../xml.ts';

export type Term = { slug: string; name: string; parent: string; intro: string; id: string };

type Attachment = { url: string; caption: string; alt: string; parent: string; order: number; address: string };

/** Things that other places of the file refer to, collected in a first pass, since they may come later in it. */
export type Survey = {
  title: string;
  /** Without a trailing slash. */
  url: string;
  /** Path of the blog below its host, `/blog` or ''. */
  prefix: string;
  authors: Map<string, Author>;
  categories: Map<string, Term>;
  tags: Map<string, Term>;
  attachments: Map<string, Attachment>;
  /** Logins of those who published a post. */
  writing: Set<string>;
  /** Numbers of authors by their login. */
  authorIds: Map<string, string>;
  /** Attachments by the post they belong to. */
  byParent: Map<string, string[]>;
  /** Address of the first post that shows an attachment, by the attachment's id or the path of its file. */
  shownOn: Map<string, string>;
  /** First parts of the addresses of categories and tags. */
  bases: Bases;
  /** First parts of the addresses of articles; one means that lists have it, too. */
  fronts: Set<string>;
  /** HTML of reusable blocks. */
  blocks: Map<string, string>;
  /** Milliseconds that local times are ahead of GMT. */
  offset: number;
};

/** Entries of one map; a site with more is no blog. */
const most = 200_000;
const longestCaption = 1000;
const longestBlocks = 5_000_000;

export const records = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term']);

export async function surveyFile(source: Source): Promise<Survey> {
  const survey: Survey = {
    title: '',
    url: '',
    prefix: '',
    authors: new Map(),
    writing: new Set(),
    authorIds: new Map(),
    categories: new Map(),
    tags: new Map(),
    attachments: new Map(),
    byParent: new Map(),
    shownOn: new Map(),
    fronts: new Set(),
    bases: { category: [...usualBases.category], tag: [...usualBases.tag] },
    blocks: new Map(),
    offset: 0,
  };
  const offsets = new Map<number, number>();
  const isOwnRecord = ({ name }: XmlNode) => name === 'wp:comment';
  for await (const part of readXml(source, { records, isOwnRecord, longest: 200_000 })) {
    if ('kind' in part || part.parent) continue;
    if (part.node.name === 'item') readItem(survey, part.node, offsets);
    else readElement(survey, part.node);
  }
  survey.offset = [...offsets].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
  const [front = '', ...others] = survey.fronts;
  if (front && others.length === 0)
    for (const list of Object.values(survey.bases)) list.push(...list.map((base) => `${front}/${base}`));
  return survey;
}

function readElement(survey: Survey, node: XmlNode) {
  const readers: Record<string, () => void> = {
    'wp:author': () => readAuthor(survey, node),
    'wp:category': () => addTerm(survey.categories, readTerm(node, 'category')),
    'wp:tag': () => addTerm(survey.tags, readTerm(node, 'tag')),
    'wp:term': () => readTaxonomy(survey, node),
    'wp:base_blog_url': () => {
      survey.url = webAddress(elementText(node)).replace(/\/$/, '');
      survey.prefix = pathOf(survey.url).replace(/\/$/, '');
    },
    link: () => {
      if (node.depth !== 2 || survey.url) return;
      survey.url = webAddress(elementText(node)).replace(/\/$/, '');
      survey.prefix = pathOf(survey.url).replace(/\/$/, '');
    },
    title: () => {
      if (node.depth === 2) survey.title ||= decodeTitle(elementText(node));
    },
  };
  readers[node.name]?.();
}

function readAuthor(survey: Survey, node: XmlNode) {
  const login = textIn(node, 'wp:author_login');
  const names = ['wp:author_first_name', 'wp:author_last_name'].map((name) => decodeTitle(textIn(node, name)));
  const name = decodeTitle(textIn(node, 'wp:author_display_name')) || names.join(' ').trim() || login;
  const email = textIn(node, 'wp:author_email').toLowerCase();
  if (!login || survey.authors.size >= most) return;
  survey.authors.set(login, { name, email, website: '' });
  survey.authorIds.set(login, textIn(node, 'wp:author_id'));
}

/** Elements of one kind of term: they differ in every name. */
const termElements = {
  category: {
    slug: 'wp:category_nicename',
    name: 'wp:cat_name',
    parent: 'wp:category_parent',
    intro: 'wp:category_description',
  },
  tag: { slug: 'wp:tag_slug', name: 'wp:tag_name', parent: '', intro: 'wp:tag_description' },
  term: { slug: 'wp:term_slug', name: 'wp:term_name', parent: 'wp:term_parent', intro: 'wp:term_description' },
};

function readTerm(node: XmlNode, kind: keyof typeof termElements): Term {
  const names = termElements[kind];
  const name = decodeTitle(textIn(node, names.name));
  const slug = decodeSlug(textIn(node, names.slug)) || name;
  return {
    slug,
    name: name || slug,
    parent: names.parent && decodeSlug(textIn(node, names.parent)),
    intro: decodeTitle(textIn(node, names.intro)),
    id: textIn(node, 'wp:term_id'),
  };
}

function readTaxonomy(survey: Survey, node: XmlNode) {
  const taxonomy = textIn(node, 'wp:term_taxonomy');
  if (taxonomy === 'category') addTerm(survey.categories, readTerm(node, 'term'));
  if (taxonomy === 'post_tag' || taxonomy === 'tag') addTerm(survey.tags, readTerm(node, 'term'));
}

function addTerm(terms: Map<string, Term>, term: Term) {
  if (term.slug && !terms.has(term.slug) && terms.size < most) terms.set(term.slug, term);
}

export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

const readByType: Record<string, (survey: Survey, node: XmlNode) => void> = {
  attachment: readAttachment,
  wp_block: readBlock,
  page: noteShownAttachments,
  post(survey, node) {
    if (textIn(node, 'wp:status') === 'publish') survey.writing.add(textIn(node, 'dc:creator'));
    noteShownAttachments(survey, node);
    readFront(survey, node);
  },
};

function readItem(survey: Survey, node: XmlNode, offsets: Map<number, number>) {
  for (const category of childrenOf(node, 'category')) {
    const terms = termsOf(survey, category);
    const name = decodeTitle(elementText(category));
    const slug = decodeSlug(category.attributes.nicename ?? '') || name;
    if (terms && name) addTerm(terms, { slug, name, parent: '', intro: '', id: '' });
  }
  entryOf(readByType, textIn(node, 'wp:post_type'))?.(survey, node);
  const local = Date.parse(`${textIn(node, 'wp:post_date').replace(' ', 'T')}Z`);
  const gmt = Date.parse(`${textIn(node, 'wp:post_date_gmt').replace(' ', 'T')}Z`);
  const offset = local - gmt;
  if (Number.isFinite(offset) && Math.abs(offset) <= 15 * 3_600_000)
    offsets.set(offset, (offsets.get(offset) ?? 0) + 1);
}

/** The terms an article's category element belongs to; undefined for formats and other taxonomies. */
export function termsOf(survey: Survey, { attributes: { domain } }: XmlNode): Map<string, Term> | undefined {
  if (domain === undefined || domain === 'category') return survey.categories;
  return domain === 'post_tag' || domain === 'tag' ? survey.tags : undefined;
}

function readAttachment(survey: Survey, node: XmlNode) {
  const id = textIn(node, 'wp:post_id');
  const url = textIn(node, 'wp:attachment_url') || textIn(node, 'guid');
  if (!id || !url || survey.attachments.size >= most) return;
  const parent = textIn(node, 'wp:post_parent');
  survey.attachments.set(id, {
    url,
    caption: decodeTitle(textIn(node, 'excerpt:encoded')).slice(0, longestCaption),
    alt: decodeTitle(metaOf(node, '_wp_attachment_image_alt')).slice(0, longestCaption),
    parent: parent === '0' ? '' : parent,
    order: Number(textIn(node, 'wp:menu_order')) || 0,
    address: textIn(node, 'link'),
  });
  if (parent && parent !== '0') survey.byParent.set(parent, [...(survey.byParent.get(parent) ?? []), id]);
}

const uploaded = /\/wp-content\/uploads\/([^\s"'<>()?#\\]{1,500})/g;
const named = /\bwp-image-(\d{1,12})\b|\battachment_id=(\d{1,12})\b|\battachment_(\d{1,12})\b/g;
const listed = /\[gallery\b[^[\]]{0,2000}?\bids=["']([\d,\s]{1,2000})/g;

/** Notes which attachments a post shows: by file, id, gallery or as its cover. */
function noteShownAttachments(survey: Survey, node: XmlNode) {
  const { shownOn } = survey;
  const address = textIn(node, 'link');
  const html = textIn(node, 'content:encoded');
  readBases(survey, html);
  if (textIn(node, 'wp:status') !== 'publish') return; // readers would find nothing there
  const keys = [...html.matchAll(uploaded)].map(([, path = '']) => fileKey(path));
  keys.push(...[...html.matchAll(named)].map(([, ...ids]) => ids.find(Boolean) ?? ''));
  keys.push(...[...html.matchAll(listed)].flatMap(([, ids = '']) => ids.split(/[\s,]+/)));
  keys.push(metaOf(node, '_thumbnail_id'));
  if (address) for (const key of keys) if (key && shownOn.size < most && !shownOn.has(key)) shownOn.set(key, address);
}

/** Path of an uploaded file without the size of a scaled copy. */
export function fileKey(path: string) {
  return decodeSlug(path).replace(/-(?:\d{1,5}x\d{1,5}|scaled)(?=\.\w+$)/, '');
}

/** Address of a post that shows the attachment; '' when none does. */
export function postShowing({ shownOn }: Survey, id: string, url: string): string {
  const [, path] = /\/wp-content\/uploads\/([^?#]+)/.exec(url) ?? [];
  return shownOn.get(id) ?? (path === undefined ? undefined : shownOn.get(fileKey(path))) ?? '';
}

type Bases = Record<'category' | 'tag', string[]>;

/** WordPress' own and those most often set instead; the export names none. */
const usualBases: Bases = { category: ['category', 'categories'], tag: ['tag', 'tags'] };
const mostBases = 12;

/** Lists that texts link to: an own address whose last part is a category or tag tells its base. */
function readBases(survey: Survey, html: string) {
  const { bases, categories, tags } = survey;
  for (const [, address = ''] of html.matchAll(/\shref=["']([^"'<>\s]{1,500})["']/g)) {
    const [, base = '', slug = ''] = /^\/(.+)\/([^/?#]+)\/?$/.exec(pathWithin(survey, address)) ?? [];
    if (base === '' || /^\d{4}(?:\/|$)/.test(base)) continue;
    if (categories.has(slug)) addBase(bases.category, base);
    else if (tags.has(slug)) addBase(bases.tag, base);
  }
}

function addBase(list: string[], base: string) {
  if (list.length < mostBases && !list.includes(base)) list.push(base);
}

/** Path of an address below the blog; '' for others. */
function pathWithin({ url, prefix }: Survey, address: string) {
  if (!address.startsWith('/') && !address.startsWith(`${url}/`)) return '';
  return decodeSlug(pathOf(address).slice(prefix.length));
}

/** The fixed beginning of all articles' addresses, as in `/archives/12`, which WordPress puts before its lists, too. */
function readFront({ fronts, prefix }: Survey, node: XmlNode) {
  const path = pathOf(textIn(node, 'link')).slice(prefix.length);
  const [, front = ''] = /^\/([^/?#]+)\/[^/?#]+/.exec(path) ?? [];
  if (textIn(node, 'wp:status') === 'publish' && fronts.size < mostBases) fronts.add(/^\d/.test(front) ? '' : front);
}

function readBlock(survey: Survey, node: XmlNode) {
  const size = [...survey.blocks.values()].reduce((sum, { length }) => sum + length, 0);
  const html = textIn(node, 'content:encoded');
  if (size + html.length <= longestBlocks) survey.blocks.set(textIn(node, 'wp:post_id'), html);
}

/** Value of an item's field; '' without one. */
export function metaOf(node: XmlNode, ...keys: string[]): string {
  const fields = childrenOf(node, 'wp:postmeta');
  for (const key of keys) {
    const field = fields.find((one) => textIn(one, 'wp:meta_key') === key);
    const value = field ? textIn(field, 'wp:meta_value') : '';
    if (value) return value;
  }
  return '';
}

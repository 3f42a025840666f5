import type { Author, Item, Loss, SourceComment } from '../../form.ts';
import { commentFromHtml } from '../comment-html.ts';
import { asBoolean, asList, asObject, type JsonObject, mail, rawText, text, time, website } from '../values.ts';
import type { Index } from './extensions.ts';

export async function toComment(
  index: Index,
  fields: JsonObject,
  plural: 'comments' | 'replies',
): Promise<SourceComment | Loss> {
  const spec = asObject(fields.spec);
  const name = metadataName(fields);
  const root = text(spec.commentName);
  const subject = plural === 'comments' ? index.subjects.get(name) : index.subjects.get(root);
  const on = subjectOf(subject);
  if (!on) return loss('评论', text(spec.raw).slice(0, 40) || name, '不在文章、页面或瞬间下面，没有带过来');
  const { markdown } = await commentFromHtml(rawText(spec.content).trim() || rawText(spec.raw));
  return {
    kind: 'comment',
    key: name,
    on,
    parent: plural === 'replies' ? text(spec.quoteReply) || root : null,
    author: commenterOf(index, asObject(spec.owner)),
    markdown,
    createdAt: time(spec.creationTime) ?? time(spec.approvedTime) ?? createdAt(fields),
    state: stateOf(fields),
    likes: index.counters.get(`${plural}.content.halo.run/${name}`)?.likes ?? 0,
    pinned: asBoolean(spec.top),
    device: '',
    agent: text(spec.userAgent) || undefined,
  };
}

function stateOf(fields: JsonObject) {
  const { approved, hidden } = asObject(fields.spec);
  if (isRemoved(fields)) return 'removed';
  return asBoolean(approved) && !asBoolean(hidden) ? 'shown' : 'held';
}

function subjectOf(subject: { kind: string; name: string } | undefined): SourceComment['on'] | undefined {
  if (subject?.kind === 'Post') return { article: `posts/${subject.name}` };
  if (subject?.kind === 'SinglePage') return { article: `singlepages/${subject.name}` };
  return subject?.kind === 'Moment' ? { say: subject.name } : undefined;
}

function commenterOf(index: Index, owner: JsonObject): Author {
  const name = text(owner.displayName);
  if (text(owner.kind) !== 'Email') {
    const user = authorByName(index, text(owner.name));
    return user ?? { name: name || text(owner.name), email: '', website: '' };
  }
  return { name: name || '访客', email: mail(owner.name), website: website(asObject(owner.annotations).website) };
}

export async function toSay(index: Index, fields: JsonObject): Promise<Item> {
  const spec = asObject(fields.spec);
  const name = metadataName(fields);
  const content = asObject(spec.content);
  const media = asList(content.medium).map(asObject);
  const others = media.filter(({ type }) => text(type) !== 'PHOTO').map(({ url }) => text(url));
  const { markdown } = await commentFromHtml(withTopics(rawText(content.html).trim() || rawText(content.raw)));
  if (isRemoved(fields)) return loss('瞬间', markdown.slice(0, 40) || name, '已经删除，没有带过来');
  return {
    kind: 'say',
    key: name,
    author: authorByName(index, text(spec.owner)),
    text: [markdown.trim(), ...others.filter((url) => /^https?:/.test(url))].filter(Boolean).join('\n\n'),
    pictures: media.filter(({ type }) => text(type) === 'PHOTO').map(({ url }) => text(url)),
    createdAt: time(spec.releaseTime) ?? createdAt(fields),
    isPublic: text(spec.visible) !== 'PRIVATE' && spec.approved !== false,
    likes: index.counters.get(`moments.moment.halo.run/${name}`)?.likes ?? 0,
  };
}

/** Tags are links there; here `#雨` is a topic by itself. */
function withTopics(html: string) {
  return html.replace(/<a\b[^<>]*\bclass="[^"<>]*\btag\b[^"<>]*"[^<>]*>#?([^<>]*)<\/a>/g, ' #$1 ');
}

export function toLink(index: Index, fields: JsonObject): Item {
  const { displayName, url, description, logo, groupName } = asObject(fields.spec);
  return {
    kind: 'link',
    key: metadataName(fields),
    group: index.groups.get(text(groupName)) ?? '',
    name: text(displayName),
    url: text(url),
    intro: text(description),
    avatar: text(logo),
  };
}

export function metadataName({ metadata }: JsonObject) {
  return text(asObject(metadata).name);
}

export function isRemoved(fields: JsonObject) {
  return asBoolean(asObject(fields.spec).deleted) || text(asObject(fields.metadata).deletionTimestamp) !== '';
}

export function createdAt({ metadata }: JsonObject) {
  return time(asObject(metadata).creationTimestamp);
}

export function authorByName({ users }: Index, key: string): Author | null {
  const user = users.get(key);
  return user ? { name: user.name, email: mail(user.email), website: '' } : null;
}

export function loss(thing: string, place: string, reason: string): Loss {
  return { kind: 'loss', thing, place: place.slice(0, 200), reason };
}

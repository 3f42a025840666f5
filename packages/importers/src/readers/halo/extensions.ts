import type { Loss } from '../../form.ts';
import { countOf } from '../fields.ts';
import { type JsonValue, parseValue, readJsonValues } from '../json-stream.ts';
import { asBoolean, asList, asObject, entryOf, type JsonObject, text } from '../values.ts';

export type Place = { start: number; end: number };

export type Section = { name: string; slug: string; intro: string; parent: string | null; permalink: string };

type User = { name: string; email: string; intro: string; createdAt: unknown; isHidden: boolean };

type Counter = { visits: number; likes: number };

/** All of a backup but texts, which are read again by their place. */
export type Index = ReturnType<typeof emptyIndex>;

function emptyIndex() {
  return {
    /** Posts, pages, moments, comments, replies and links in the order of the file. */
    places: new Map<string, Place[]>(),
    snapshots: new Map<string, Place>(),
    categories: new Map<string, Section>(),
    tags: new Map<string, Section>(),
    users: new Map<string, User>(),
    counters: new Map<string, Counter>(),
    groups: new Map<string, string>(),
    /** Subject of each comment, for its replies. */
    subjects: new Map<string, { kind: string; name: string }>(),
    /** Other stored things, counted by kind. */
    others: new Map<string, number>(),
    settings: new Map<string, JsonObject>(),
    origin: '',
    losses: [] as Loss[],
    broken: undefined as Error | undefined,
  };
}

const readByPlace = new Set(['posts', 'singlepages', 'moments', 'comments', 'replies', 'links']);

/** Scans `extensions.data` once. */
export async function indexExtensions(file: string): Promise<Index> {
  const index = emptyIndex();
  try {
    for await (const part of readJsonValues(file, () => false)) storePart(index, part);
  } catch (error) {
    index.broken = error as Error;
  }
  for (const [key, { parent }] of index.categories) if (parent) breakCycle(index.categories, key);
  return index;
}

function storePart(index: Index, part: JsonValue) {
  const { plural, name } = storeName(nameOf(part));
  if (part.tooLarge || !name) {
    const reason = part.tooLarge ? '超过 32 MB，没有读' : '读不懂这一条';
    index.losses.push({ kind: 'loss', thing: '数据', place: `第 ${part.start + 1} 个字节`, reason });
    return;
  }
  const place = { start: part.start, end: part.end };
  if (plural === 'snapshots') index.snapshots.set(name, place);
  if (readByPlace.has(plural)) addPlace(index, plural, place);
  const readRow = entryOf(rowReaders, plural);
  if (readRow) readRow(index, name, decodeExtension(parseValue(part)));
  else if (!readByPlace.has(plural)) index.others.set(plural, (index.others.get(plural) ?? 0) + 1);
}

function addPlace({ places }: Index, plural: string, place: Place) {
  const others = places.get(plural);
  if (others) others.push(place);
  else places.set(plural, [place]);
}

/** The name of a row, without decoding its data. */
function nameOf({ bytes }: JsonValue) {
  const start = bytes.subarray(0, 1000).toString('utf8');
  return /^\{\s*"name"\s*:\s*"([^"\\]+)"/.exec(start)?.[1] ?? text(asObject(parseOrUndefined(bytes)).name);
}

function parseOrUndefined(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Splits `/registry/content.halo.run/posts/name`; the core's own have no group. */
function storeName(stored: string) {
  const [, registry, first = '', ...rest] = stored.split('/');
  if (registry !== 'registry') return { plural: '', name: '' };
  const [plural = '', ...name] = first.includes('.') ? rest : [first, ...rest];
  return { plural, name: name.join('/') };
}

/** Decodes the JSON inside a row. @returns no fields when it is broken */
export function decodeExtension(row: unknown): JsonObject {
  return asObject(parseOrUndefined(Buffer.from(text(asObject(row).data), 'base64')));
}

type RowReader = (index: Index, name: string, fields: JsonObject) => void;

const rowReaders: Record<string, RowReader> = {
  categories: ({ categories }, name, fields) => {
    const known = categories.get(name);
    categories.set(name, { ...section(fields), parent: known?.parent ?? null });
    for (const child of asList(asObject(fields.spec).children).map(text)) {
      const below = categories.get(child);
      categories.set(child, { ...(below ?? section({})), parent: name });
    }
  },
  tags: ({ tags }, name, fields) => tags.set(name, section(fields)),
  users: ({ users }, name, fields) => {
    const spec = asObject(fields.spec);
    const isHidden = asBoolean(asObject(asObject(fields.metadata).labels)['halo.run/hidden-user']);
    const profile = { email: text(spec.email).toLowerCase(), intro: text(spec.bio), createdAt: spec.registeredAt };
    users.set(name, { name: text(spec.displayName) || name, ...profile, isHidden });
  },
  counters: ({ counters }, name, { visit, upvote }) =>
    counters.set(name, { visits: countOf(visit), likes: countOf(upvote) }),
  linkgroups: ({ groups }, name, fields) => groups.set(name, text(asObject(fields.spec).displayName)),
  configmaps: ({ settings }, name, { data }) => {
    if (name === 'system') settings.set(name, asObject(data));
  },
  attachments: (index, _name, fields) => {
    if (index.origin) return;
    const uri = text(asObject(asObject(fields.metadata).annotations)['storage.halo.run/uri']);
    const permalink = text(asObject(fields.status).permalink);
    if (uri && /^https?:/.test(permalink) && permalink.endsWith(uri)) index.origin = permalink.slice(0, -uri.length);
  },
  comments: ({ subjects }, name, fields) => {
    const { kind, name: subject } = asObject(asObject(fields.spec).subjectRef);
    subjects.set(name, { kind: text(kind), name: text(subject) });
  },
};

function section(fields: JsonObject): Section {
  const spec = asObject(fields.spec);
  return {
    name: text(spec.displayName),
    slug: text(spec.slug),
    intro: text(spec.description),
    parent: null,
    permalink: text(asObject(fields.status).permalink),
  };
}

/** A category that is above itself stands alone. */
function breakCycle(categories: Map<string, Section>, key: string) {
  const seen = new Set<string>();
  for (let at: string | null = key; at; at = categories.get(at)?.parent ?? null) {
    const here = categories.get(at);
    if (seen.has(at) && here) here.parent = null;
    seen.add(at);
  }
}

import { chinaOffset } from '@mojian/contract/platform/time';
import type { Loss } from '../../form.ts';
import { type JsonValue, parseValue, readJsonValues } from '../json-stream.ts';
import { asObject, entryOf, type JsonObject, mail, text } from '../values.ts';
import type { Place } from './extensions.ts';

export type Options = Map<string, string>;

type Section = { name: string; slug: string; intro: string; parent: string | null };

/** The small tables of a Halo 1 export, and the places of the large ones. */
export type Tables = ReturnType<typeof emptyTables>;

function emptyTables() {
  return {
    places: new Map<string, Place[]>(),
    contents: new Map<string, Place>(),
    categories: new Map<string, Section>(),
    tags: new Map<string, Section>(),
    categoriesOf: new Map<string, string[]>(),
    tagsOf: new Map<string, string[]>(),
    users: new Map<string, { name: string; email: string; intro: string; createdAt: unknown }>(),
    options: new Map() as Options,
    counts: new Map<string, number>(),
    losses: [] as Loss[],
    broken: undefined as Error | undefined,
  };
}

const readByPlace = new Set([
  'posts',
  'sheets',
  'journals',
  'links',
  'post_comments',
  'sheet_comments',
  'journal_comments',
]);

/** Scans the export once. */
export async function readHaloTables(file: string): Promise<Tables> {
  const tables = emptyTables();
  try {
    for await (const part of readJsonValues(file, (path) => path.length === 1 && path[0] !== 'user'))
      storePart(tables, part);
  } catch (error) {
    tables.broken = error as Error;
  }
  return tables;
}

function storePart(tables: Tables, part: JsonValue) {
  const [table = '', index] = part.path;
  if (index !== undefined) tables.counts.set(table, (tables.counts.get(table) ?? 0) + 1);
  if (part.tooLarge) {
    const reason = '超过 32 MB，没有读';
    tables.losses.push({ kind: 'loss', thing: '数据', place: `${table} 第 ${Number(index) + 1} 条`, reason });
  } else if (readByPlace.has(table)) {
    const others = tables.places.get(table);
    if (others) others.push({ start: part.start, end: part.end });
    else tables.places.set(table, [{ start: part.start, end: part.end }]);
  } else entryOf(tableReaders, table)?.(tables, parseValue(part), part);
}

type TableReader = (tables: Tables, value: unknown, part: JsonValue) => void;

const tableReaders: Record<string, TableReader> = {
  contents: ({ contents }, value, { start, end }) => contents.set(text(asObject(value).id), { start, end }),
  categories: ({ categories }, value) => categories.set(text(asObject(value).id), section(asObject(value))),
  tags: ({ tags }, value) => tags.set(text(asObject(value).id), section(asObject(value))),
  post_categories: ({ categoriesOf }, value) => add(categoriesOf, asObject(value), asObject(value).categoryId),
  post_tags: ({ tagsOf }, value) => add(tagsOf, asObject(value), asObject(value).tagId),
  options: ({ options }, value) => options.set(text(asObject(value).key), text(asObject(value).value)),
  user: ({ users }, value) => {
    for (const user of [value].flat().map(asObject)) {
      const name = text(user.nickname) || text(user.username);
      const profile = { email: mail(user.email), intro: text(user.description), createdAt: user.createTime };
      users.set(text(user.id) || name, { name, ...profile });
    }
  },
};

function section(row: JsonObject): Section {
  const parent = text(row.parentId);
  const above = parent === '' || parent === '0' ? null : parent;
  return { name: text(row.name), slug: text(row.slug), intro: text(row.description), parent: above };
}

function add(rows: Map<string, string[]>, row: JsonObject, id: unknown) {
  const post = text(row.postId);
  const others = rows.get(post);
  if (others) others.push(text(id));
  else rows.set(post, [text(id)]);
}

type Post = { id: string; slug: string; publishedAt: number | null };

/** Addresses by the chosen pattern, and by number, which always works there. */
export function addressesOfPost(options: Options, { id, slug, publishedAt }: Post): string[] {
  const day = publishedAt === null ? undefined : new Date(publishedAt + chinaOffset).toISOString();
  const [year, month, date] = day?.slice(0, 10).split('-') ?? [];
  const archives = options.get('archives_prefix') || 'archives';
  const byType: Record<string, string> = {
    DEFAULT: `/${archives}/${slug}`,
    ID_SLUG: `/${archives}/${id}`,
    ID: `/?p=${id}`,
  };
  const byDate: Record<string, string> = year
    ? { YEAR: `/${year}/${slug}`, DATE: `/${year}/${month}/${slug}`, DAY: `/${year}/${month}/${date}/${slug}` }
    : {};
  const chosen =
    entryOf({ ...byType, ...byDate }, options.get('post_permalink_type') || 'DEFAULT') ?? `/${archives}/${slug}`;
  const path = chosen.includes('?') ? chosen : chosen + suffix(options);
  return [...new Set([path, `/${archives}/${slug}${suffix(options)}`, `/?p=${id}`])];
}

export function addressesOfSheet(options: Options, { id, slug }: Pick<Post, 'id' | 'slug'>): string[] {
  const secondary = `/${options.get('sheet_prefix') || 's'}/${slug}${suffix(options)}`;
  const root = `/${slug}${suffix(options)}`;
  return options.get('sheet_permalink_type') === 'ROOT' ? [root] : [secondary, `/?p=${id}`];
}

export function sectionAddress(options: Options, folder: 'categories' | 'tags', slug: string) {
  return `/${options.get(`${folder}_prefix`) || folder}/${slug}${suffix(options)}`;
}

function suffix(options: Options) {
  return options.get('path_suffix') ?? '';
}

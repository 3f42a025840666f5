import type { Loss } from '../../form.ts';
import { type JsonValue, parseValue, readJsonValues } from '../json-stream.ts';
import { asObject, entryOf, type JsonObject, mail, number, text, website } from '../values.ts';

type Place = { start: number; end: number };

export type Tag = { id: string; name: string; slug: string; intro: string; isInternal: boolean };

type Writer = {
  id: string;
  slug: string;
  name: string;
  email: string;
  website: string;
  intro: string;
  createdAt: unknown;
};

type Row = { id: string; order: number };

/** All but the texts of the posts, which are read again by their place. */
export type Tables = ReturnType<typeof emptyTables>;

function emptyTables() {
  return {
    posts: [] as Place[],
    comments: [] as Place[],
    tags: new Map<string, Tag>(),
    writers: new Map<string, Writer>(),
    members: new Map<string, { name: string; email: string }>(),
    meta: new Map<string, JsonObject>(),
    tagsOf: new Map<string, Row[]>(),
    writersOf: new Map<string, Row[]>(),
    settings: new Map<string, string>(),
    counts: new Map<string, number>(),
    losses: [] as Loss[],
    /** First fault of the file; all before it is there. */
    broken: undefined as Error | undefined,
  };
}

const settingsRead = new Set([
  'title',
  'description',
  'permalinks',
  'codeinjection_head',
  'codeinjection_foot',
  'ghost_head',
]);

/** Scans the export once. */
export async function readGhostTables(file: string): Promise<Tables> {
  const tables = emptyTables();
  // `db`, its elements, their `data`, and the tables are opened; rows are values.
  const enters = (path: string[]) => /^(?:db(?:\.\d+)?|(?:db\.\d+\.)?data(?:\.[^.]+)?)$/.test(path.join('.'));
  try {
    for await (const part of readJsonValues(file, enters)) {
      const table = tableOf(part.path);
      if (table) storePart(tables, table, part);
    }
  } catch (error) {
    tables.broken = error as Error;
  }
  return tables;
}

function tableOf(path: string[]) {
  const at = path.lastIndexOf('data', 2);
  return path.length === at + 3 ? path[at + 1] : undefined;
}

function storePart(tables: Tables, table: string, part: JsonValue) {
  tables.counts.set(table, (tables.counts.get(table) ?? 0) + 1);
  if (part.tooLarge) {
    tables.losses.push({ kind: 'loss', thing: '文章', place: `第 ${part.start} 字节`, reason: '超过 32 MB，没有读' });
    return;
  }
  if (table === 'posts') tables.posts.push({ start: part.start, end: part.end });
  else if (table === 'comments') tables.comments.push({ start: part.start, end: part.end });
  else entryOf(tableReaders, table)?.(tables, asObject(parseValue(part)));
}

const tableReaders: Record<string, (tables: Tables, row: JsonObject) => void> = {
  tags: ({ tags }, row) => {
    const name = text(row.name);
    const isInternal = text(row.visibility) === 'internal' || name.startsWith('#');
    tags.set(text(row.id), { id: text(row.id), name, slug: text(row.slug), intro: text(row.description), isInternal });
  },
  users: ({ writers }, row) => {
    const name = text(row.name) || text(row.slug);
    const profile = { email: mail(row.email), website: website(row.website), intro: text(row.bio) };
    writers.set(text(row.id), { id: text(row.id), slug: text(row.slug), name, ...profile, createdAt: row.created_at });
  },
  members: ({ members, comments }, row) => {
    // Only those who wrote are needed, and a site without comments may have a million.
    if (comments.length > 0) members.set(text(row.id), { name: text(row.name), email: mail(row.email) });
  },
  posts_meta: ({ meta }, row) => meta.set(text(row.post_id), row),
  posts_tags: ({ tagsOf }, row) => addRow(tagsOf, row, row.tag_id),
  posts_authors: ({ writersOf }, row) => addRow(writersOf, row, row.author_id),
  settings: ({ settings }, row) => {
    if (settingsRead.has(text(row.key))) settings.set(text(row.key), text(row.value));
  },
};

function addRow(rows: Map<string, Row[]>, row: JsonObject, id: unknown) {
  const post = text(row.post_id);
  const others = rows.get(post);
  const added = { id: text(id), order: number(row.sort_order) };
  if (others) others.push(added);
  else rows.set(post, [added]);
}

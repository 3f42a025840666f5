import { type RawBuilder, sql } from 'kysely';
import type { Db, Schema, Trx } from './schema.ts';

export type TableName = keyof Schema;
type Column<Name extends TableName> = keyof Schema[Name] & string;

type LeftOut = `left out: ${string}`;

/**
 * Destination of a column's values: `export` is the export of the site's content, `archive` a member's own data. A column
 * without one says why.
 */
type Use = 'export' | 'archive' | 'export, archive' | LeftOut;

/** Account or guest `from` becomes part of `into`. `isGuest`: everything moves, and the row of `from` is deleted after that. */
export type Merge = { from: number; into: number; isGuest: boolean };

/** A column that names a member. */
type MemberColumn = {
  /**
   * `move`: rows that everybody reads (`isOpen`) get the other member's name, those of a guest all of them. `share`: the
   * pictures in these belong to both. `stay`: they remain with the account that is closed; those of a guest are deleted
   * with it. Anything else is a function.
   */
  onMerge: 'move' | 'share' | 'stay' | ((trx: Trx, merge: Merge) => Promise<unknown>);
  /** `delete`: with the account. `erase`: by its noun, if the member chose so. `keep`: whatever the member chose. */
  onClose: 'delete' | 'erase' | 'keep';
  /** Text before the id, in a column of texts. */
  prefix?: 'user:';
  /** Written by the site to the member: no reason to keep an imported one who did nothing here. */
  isReceived?: true;
};

/** Texts that may contain addresses of the site. `isRendered`: their noun changes them, since it renders them or tells editors. */
export type Texts<Col extends string = string> = { name: string; columns: readonly Col[]; isRendered?: true };

export type PicturePage = { title: string; path: string };

/** Columns that may contain addresses of pictures. */
type Pictures<Col extends string = string> = {
  columns: readonly Col[];
  /** Rows of up to megabytes, read few at a time. */
  isLong?: true;
  /** Page on which readers see them; none for rows that not everybody reads. */
  page?: string | ((db: Db, ids: number[]) => Promise<Map<number, PicturePage>>);
};

/**
 * A file of a member's archive, and what README.txt says of it. It has the archived columns of the rows in which `by` names
 * the member, in an order, else of `key`; or what `rows` finds.
 */
type ArchivedFile<Col extends string = string> = { file: `${string}.json`; about: string } & (
  | { by: Col; order?: readonly Col[]; rows?: never }
  | { rows: (db: Db, userId: number) => Promise<unknown>; by?: never }
);

/** Titles and names; `shown`: SQL condition, everybody may read the row. */
type Typeset<Col extends string = string> = { columns: readonly Col[]; shown?: RawBuilder<boolean> };

/** Name of a row in the audit log, as `say:12`, and the column of its title. */
type Subject<Col extends string = string> = { kind: string; title: Col; isNamed?: RawBuilder<boolean> };

/**
 * All that other nouns need to know of a table; they loop over these and name none of its columns: archive and export,
 * merging and closing accounts, audit, moved domain, pictures and the undo of an import.
 */
type Description<Name extends TableName> = {
  columns: { [Col in Column<Name>]: Use } | LeftOut;
  /** Column that identifies a row, where it is not `id`. */
  key?: Column<Name>;
  members?: { [Col in Column<Name>]?: MemberColumn };
  /** SQL condition: everybody reads the row, so it may move to another member without its author's proof. */
  isOpen?: RawBuilder<boolean>;
  /** SQL condition: the row counts as a text of its author. */
  isText?: RawBuilder<boolean>;
  /** Idempotency key, unique for each author. */
  sendKey?: Column<Name>;
  texts?: readonly Texts<Column<Name>>[];
  pictures?: Pictures<Column<Name>>;
  archive?: ArchivedFile<Column<Name>>;
  subject?: Subject<Column<Name>>;
  /** Columns that readers see in the typeface of titles. */
  typeset?: Typeset<Column<Name>>;
  /** Columns that a person edits: the undo of an import keeps a row in which one of them has changed. */
  edited?: readonly Column<Name>[];
  /** Rows of other tables that a row lies in or answers; an undo leaves those that others still need. */
  belongsTo?: { [Col in Column<Name>]?: TableName };
};

type Machinery<Name extends TableName> = { name: Name; isMachinery: true };

/** A description of any table. */
export type Table = { name: TableName } & Omit<
  Description<never>,
  | 'columns'
  | 'key'
  | 'members'
  | 'sendKey'
  | 'texts'
  | 'pictures'
  | 'archive'
  | 'subject'
  | 'typeset'
  | 'edited'
  | 'belongsTo'
> & {
    isMachinery?: true;
    columns?: Record<string, Use> | LeftOut;
    key?: string;
    members?: Record<string, MemberColumn>;
    sendKey?: string;
    texts?: readonly Texts[];
    pictures?: Pictures;
    archive?: ArchivedFile;
    subject?: Subject;
    typeset?: Typeset;
    edited?: readonly string[];
    belongsTo?: Record<string, TableName>;
  };

/** The descriptions of all tables: see tables.ts, which hands them to the nouns. */
export type Tables = { [Name in TableName]: Table & { name: Name } };

/** Describes a table, in its noun's folder. Each column says where it is exported, or why it is left out. */
export function table<const Name extends TableName, const Described extends Description<Name>>(
  name: Name,
  description: Described,
) {
  return { name, ...description };
}

/** Tables that only make the program run: nothing in them is somebody's, a text, or of use elsewhere. */
export function machinery<const Name extends TableName>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, { name, isMachinery: true }])) as {
    [Each in Name]: Machinery<Each>;
  };
}

/** Every column that names a member, with the description of its table. */
export function memberColumns(tables: Tables) {
  return Object.values<Table>(tables).flatMap((described) =>
    Object.entries(described.members ?? {}).map(([column, use]) => ({ table: described, column, ...use })),
  );
}

/** SQL condition: this column names this member. */
export function namesMember({ table: { name }, column, prefix }: ReturnType<typeof memberColumns>[number], id: number) {
  return sql<boolean>`${sql.ref(`${name}.${column}`)} = ${prefix ? `${prefix}${id}` : id}`;
}

type Columns = { name: string; columns: Record<string, string> };
type Target = 'export' | 'archive';
type Names<T extends Columns, To extends Target> = {
  [Col in keyof T['columns'] & string]: T['columns'][Col] extends To | 'export, archive' ? Col : never;
}[keyof T['columns'] & string];

/** Names of the columns in the export of the site's content, as `text`. */
export type Exported<T extends Columns> = Names<T, 'export'>;

export function exportedNames<T extends Columns>(described: T) {
  return namesFor(described, 'export');
}

/** Columns for the export of the site's content, as `says.text`. */
export function exportedColumns<T extends Columns>(described: T) {
  return withTable(described, exportedNames(described));
}

/** Columns for the archive of a member's own data, as `says.text`. */
export function archivedColumns<T extends Columns>(described: T) {
  return withTable(described, namesFor(described, 'archive'));
}

function namesFor<T extends Columns, To extends Target>({ columns }: T, target: To) {
  const named = Object.keys(columns).filter((column) => [target, 'export, archive'].includes(columns[column] ?? ''));
  return named as Names<T, To>[];
}

function withTable<T extends Columns, Name extends string>({ name }: T, names: Name[]) {
  return names.map((column) => `${name}.${column}`) as `${T['name']}.${Name}`[];
}

/** Names the column of a table whose rows are written by members: it holds the author. */
export function authorColumn({ name, members = {} }: Pick<Table, 'name' | 'members'>): string {
  const found = Object.entries(members).find(([, { onClose }]) => onClose === 'erase');
  if (!found) throw new Error(`${name} has no author`);
  return found[0];
}

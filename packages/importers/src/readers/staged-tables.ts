import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Item, type Loss, UnreadableSource } from '../form.ts';
import type { TableRow } from './sql-dump.ts';

/** A row as text; NULL stays null. */
export type TextRow = Record<string, string | null>;

/** With `hasUniqueKey` the first column is unique: a second row with its value is a loss. Column names ignore case. */
export type TableShape = { columns: readonly string[]; hasUniqueKey: boolean };

/** Rows inserted before the event loop gets a turn. */
const rowsPerTurn = 2000;

/**
 * Holds the rows of a source in SQLite's own temporary file, which the system removes with the process. Exports list
 * their tables by name, so an article comes before its tags; joined here, none of it has to fit in memory.
 */
export class StagedTables {
  readonly #db = new DatabaseSync('');
  readonly #inserts = new Map<string, StatementSync>();
  readonly #queries = new Map<string, StatementSync>();
  readonly #tables: Record<string, TableShape>;
  #broken: UnreadableSource | undefined;

  constructor(tables: Record<string, TableShape>) {
    this.#tables = tables;
    this.#db.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000; PRAGMA temp_store = FILE',
    );
    for (const [name, { columns, hasUniqueKey }] of Object.entries(tables)) {
      const list = columns.map((column) => `"${column}" TEXT`).join(', ');
      this.#db.exec(`CREATE TABLE "${name}" (place TEXT, ${list}${hasUniqueKey ? `, UNIQUE("${columns[0]}")` : ''})`);
      const marks = columns.map(() => '?').join(', ');
      this.#inserts.set(name, this.#db.prepare(`INSERT OR IGNORE INTO "${name}" VALUES (?, ${marks})`));
    }
  }

  /**
   * Takes over the rows whose table `stagedName` knows. The end of a broken file is remembered for `finish`, so that what
   * was read before it comes first.
   */
  async *insertAll(
    rows: AsyncIterable<TableRow | Loss>,
    stagedName: (table: string) => string | undefined,
  ): AsyncGenerator<Loss> {
    this.#db.exec('BEGIN');
    let written = 0;
    try {
      for await (const step of rows) {
        const loss = step.kind === 'loss' ? step : this.#insert(step, stagedName(step.table));
        if (loss) yield loss;
        if (++written % rowsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    } catch (error) {
      if (!(error instanceof UnreadableSource)) throw error;
      this.#broken = error;
    }
    this.#db.exec('COMMIT');
  }

  #insert({ row, table, place }: TableRow, name: string | undefined): Loss | undefined {
    const form = name === undefined ? undefined : this.#tables[name];
    const insert = name === undefined ? undefined : this.#inserts.get(name);
    if (!form || !insert) return undefined;
    const known = new Map(Object.entries(row).map(([column, value]) => [column.toLowerCase(), value]));
    const values = form.columns.map((column) => known.get(column.toLowerCase()) ?? null);
    const { changes } = insert.run(place, ...values);
    if (Number(changes) === 1) return undefined;
    return { kind: 'loss', thing: `表 ${table} 的行`, place, reason: `编号 ${values[0]} 出现第二次，只取第一次` };
  }

  /** Speeds up a join. */
  index(table: string, column: string) {
    this.#db.exec(`CREATE INDEX "${table}_${column}" ON "${table}" ("${column}")`);
  }

  *each(sql: string, ...values: string[]): Generator<TextRow> {
    for (const row of this.#db.prepare(sql).iterate(...values)) yield row as TextRow;
  }

  all(sql: string, ...values: string[]): TextRow[] {
    const statement = this.#queries.get(sql) ?? this.#db.prepare(sql);
    this.#queries.set(sql, statement);
    return statement.all(...values) as TextRow[];
  }

  count(table: string): number {
    return Number(this.#db.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.n ?? 0);
  }

  /** @throws UnreadableSource when the file ended or broke */
  finish() {
    if (this.#broken) throw this.#broken;
  }

  close() {
    this.#db.close();
  }
}

/** Opens staged tables for a reader, and closes them even when it fails. */
export async function* withStagedTables(
  tables: Record<string, TableShape>,
  read: (staged: StagedTables) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const staged = new StagedTables(tables);
  try {
    yield* read(staged);
    staged.finish();
  } finally {
    staged.close();
  }
}

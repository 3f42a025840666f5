import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';

/** One node:sqlite connection that keeps its prepared statements. */
export type SqliteConnection = ReturnType<typeof openConnection>;

const statementsKept = 300;

/** Opens a connection with the site's settings. `readOnly` connections never wait for the writer (WAL). */
export function openConnection(file: string, { readOnly }: { readOnly: boolean }) {
  const database = new DatabaseSync(file, { readOnly });
  database.exec('pragma busy_timeout = 5000'); // before WAL: switching may have to wait for another process
  if (!readOnly) database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -8000');

  const statements = new LRUCache<string, StatementSync>({ max: statementsKept });
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  return {
    run: (sql: string) => database.exec(sql),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
    query<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
      parameters.forEach(refuseObject);
      const statement = prepare(sql);
      const values = parameters as SQLInputValue[];
      if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };

      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
  };
}

/** node:sqlite silently takes a first object as named parameters and stores NULL. */
function refuseObject(value: unknown) {
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    throw new TypeError(`SQLite 参数不能是对象：${JSON.stringify(value)}`);
}

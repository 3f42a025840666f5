import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/** Stands for a value while a query is compiled. */
class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * A query that is built and compiled once per database: later runs only put in their values, which saves more than most
 * queries take. `build` must put `values` into the query as they are and read nothing else that changes, such as the time.
 */
export function compiledOnce<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  const compiled = new WeakMap<Db, CompiledQuery<Row>>();
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name) }) as Values;
  return async (db: Db, values: Values): Promise<Row[]> => {
    const query = compiled.get(db) ?? build(db, placeholders).compile();
    compiled.set(db, query);
    const parameters = query.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name as keyof Values] : one,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

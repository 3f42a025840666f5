import type { CompiledQuery } from 'kysely';
import type { Db, Trx } from './schema.ts';

type Value = string | number | null;
type Input = Record<string, Value | readonly Value[]>;

/** Stands for a value, or for one of a list, while a query is built. */
class Place {
  readonly name: string;
  readonly at: number | undefined;

  constructor(name: string, at?: number) {
    this.name = name;
    this.at = at;
  }
}

type Known<Row> = { query: CompiledQuery<Row>; parameters: readonly unknown[] };

/**
 * Returns a query that is built and compiled once, for each database and length of the lists in `input`; after that only
 * its parameters change. For queries of the most visited pages, where building takes longer than the answer.
 * @param build must not look at the values: it gets placeholders, which may stand only where a parameter may
 */
export function compiledOnce<Values extends Input, Row>(
  build: (db: Db | Trx, input: Values) => { compile(): CompiledQuery<Row> },
) {
  const ofDatabase = new WeakMap<object, Map<string, Known<Row>>>();
  return async (db: Db | Trx, input: Values): Promise<Row[]> => {
    const { adapter } = db.getExecutor();
    const known = ofDatabase.get(adapter) ?? new Map<string, Known<Row>>();
    ofDatabase.set(adapter, known);
    const shape = shapeOf(input);
    const { query, parameters } = known.get(shape) ?? compile(db, input, build);
    known.set(shape, { query, parameters });
    const values = parameters.map((value) => (value instanceof Place ? valueAt(input, value) : value));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values });
    return rows;
  };
}

function compile<Values extends Input, Row>(
  db: Db | Trx,
  input: Values,
  build: (db: Db | Trx, input: Values) => { compile(): CompiledQuery<Row> },
): Known<Row> {
  const places = Object.entries(input).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, at) => new Place(name, at)) : new Place(name),
  ]);
  const query = build(db, Object.fromEntries(places) as Values).compile();
  return { query, parameters: query.parameters };
}

/** Lengths of the lists in it. */
function shapeOf(input: Input) {
  let shape = '';
  for (const value of Object.values(input)) if (Array.isArray(value)) shape += `${value.length} `;
  return shape;
}

function valueAt(input: Input, { name, at }: Place) {
  const value = input[name];
  return at === undefined ? value : (value as readonly Value[])[at];
}

import { BinaryOperationNode, ColumnNode, type LimitNode, ReferenceNode, SqliteQueryCompiler, ValueNode } from 'kysely';

/** Columns that a partial index compares with a constant. */
export const columnsOfPartialIndexes: ReadonlySet<string> = new Set([
  'commenting',
  'cover',
  'featured',
  'highlights',
  'isPublic',
  'kind',
  'likes',
  'picture',
  'pictures',
  'pinned',
  'recommended',
  'state',
]);

/**
 * Writes limits and the constants of partial indexes into the statement instead of binding them. SQLite's planner looks
 * at the value of such a parameter, and then compiles the prepared statement again at each execution
 * (sqlite3VdbeSetVarmask in its source), which takes longer than most queries.
 */
export class LiteralSqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode) {
    this.append('limit ');
    const isCount = ValueNode.is(limit) && Number.isSafeInteger(limit.value);
    this.visitNode(isCount ? ValueNode.createImmediate(limit.value) : limit);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode) {
    const { leftOperand, operator, rightOperand } = node;
    const isPlanned = isOfPartialIndex(leftOperand) && ValueNode.is(rightOperand) && isConstant(rightOperand.value);
    super.visitBinaryOperation(
      isPlanned
        ? BinaryOperationNode.create(leftOperand, operator, ValueNode.createImmediate(rightOperand.value))
        : node,
    );
  }
}

function isOfPartialIndex(node: BinaryOperationNode['leftOperand']) {
  return ReferenceNode.is(node) && ColumnNode.is(node.column) && columnsOfPartialIndexes.has(node.column.column.name);
}

/** Whether it looks like a constant of the program: what visitors send stays a parameter. */
const isConstant = (value: unknown) =>
  value === 0 || value === 1 || (typeof value === 'string' && /^[a-z-]{0,20}$/.test(value));

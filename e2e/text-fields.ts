import { api } from '@mojian/contract/all';
import type { Endpoint } from '@mojian/contract/platform/endpoint';

type Shape = NonNullable<Endpoint['query']>;
type Def = {
  type: string;
  innerType?: Shape;
  in?: Shape;
  out?: Shape;
  element?: Shape;
  valueType?: Shape;
  shape?: Record<string, Shape>;
  options?: Shape[];
};
const defOf = (schema: Shape) => (schema as unknown as { def: Def }).def;

/** Every field of every call of the contract into which a text can be put, as `comments.post.body.text`. */
export function textFields(): string[] {
  const calls = Object.entries(api).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, call]) => [`${noun}.${name}`, call] as const),
  );
  return calls.flatMap(([name, call]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = call[part];
      return schema ? textsIn(schema, `${name}.${part}`) : [];
    }),
  );
}

/** Treats a field as text unless it is a number, a choice or a switch. */
function textsIn(schema: Shape, path: string): string[] {
  const { type, innerType, in: first, out, element, valueType, shape, options } = defOf(schema);
  if (shape) return Object.entries(shape).flatMap(([name, field]) => textsIn(field, `${path}.${name}`));
  if (innerType) return textsIn(innerType, path);
  // a preprocessing step accepts anything: the schema behind it has the limits
  if (first && out) return textsIn(defOf(first).type === 'transform' ? out : first, path);
  if (element) return textsIn(element, `${path}[]`);
  if (valueType) return [`${path}{}`];
  if (options) return [...new Set(options.flatMap((option) => textsIn(option, path)))];
  return ['number', 'boolean', 'enum', 'literal', 'null', 'int'].includes(type) ? [] : [path];
}

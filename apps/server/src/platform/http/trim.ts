import type { z } from 'zod';

type Trim = (value: unknown) => unknown;

const trimsByShape = new WeakMap<z.core.$ZodType, Trim>();

/**
 * Returns a function that copies of a value only what a shape declares. It checks nothing that the types of a handler
 * have checked; what it cannot copy by itself, such as a union, is parsed.
 */
export function trimTo(shape: z.core.$ZodType): Trim {
  const known = trimsByShape.get(shape);
  if (known) return known;
  const trim = makeTrim(shape);
  trimsByShape.set(shape, trim);
  return trim;
}

function makeTrim(shape: z.core.$ZodType): Trim {
  // the documented way to tell shapes apart
  const { def } = (shape as z.core.$ZodTypes)._zod;
  if (def.checks?.some(({ _zod }) => _zod.def.check === 'overwrite')) return parse(shape);
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'null':
      return plain;
    case 'nullable':
    case 'optional':
      return unlessEmpty(trimTo(def.innerType));
    case 'array':
      return trimArray(trimTo(def.element));
    case 'object':
      return def.catchall ? parse(shape) : trimObject(def.shape);
    default:
      return parse(shape);
  }
}

function parse(shape: z.core.$ZodType): Trim {
  return (value) => (shape as z.ZodType).parse(value);
}

/** Rejects an object where a plain value is declared: it could carry undeclared fields. */
function plain(value: unknown) {
  if (typeof value === 'object' && value !== null) throw new TypeError('an object where a plain value is declared');
  return value;
}

function unlessEmpty(trim: Trim): Trim {
  return (value) => (value === null || value === undefined ? value : trim(value));
}

function trimArray(trim: Trim): Trim {
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError('no array where one is declared');
    return trim === plain ? value.map(plain) : value.map((item) => trim(item));
  };
}

function trimObject(shape: Readonly<Record<string, z.core.$ZodType>>): Trim {
  const fields = Object.entries(shape).map(([name, field]) => [name, trimTo(field)] as const);
  return (value) => {
    if (typeof value !== 'object' || value === null) throw new TypeError('no object where one is declared');
    const whole = value as Record<string, unknown>;
    const trimmed: Record<string, unknown> = {};
    for (const [name, trim] of fields) if (name in whole) trimmed[name] = trim(whole[name]);
    return trimmed;
  };
}

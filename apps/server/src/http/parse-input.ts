import { ZodError, type ZodType } from 'zod';

/**
 * Input in its declared shape. zod compares the `length` of whatever it is given, also after it found the type wrong, and
 * an object whose `valueOf` and `toString` are no functions cannot be compared: without them it is refused by name as any
 * other wrong type. @throws ZodError
 */
export function parseInput(shape: ZodType | undefined, raw: unknown) {
  const given = raw ?? {};
  try {
    return shape?.parse(given);
  } catch (error) {
    if (error instanceof ZodError || !(error instanceof TypeError)) throw error;
    return shape?.parse(withoutConversions(given));
  }
}

const conversions = new Set(['valueOf', 'toString', 'toJSON']);
/** Deeper than any input of ours. */
const deepest = 50;

function withoutConversions(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((one) => withoutConversions(one, depth + 1));
  const kept = Object.entries(value).filter(([name]) => !conversions.has(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutConversions(one, depth + 1)]));
}

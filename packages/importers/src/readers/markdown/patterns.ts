import picomatch from 'picomatch';
import { text } from '../values.ts';

const longest = 300;

/** Whether a path fits one of the glob patterns of a configuration. */
export function matchesAny(path: string, patterns: string[]) {
  return patterns.some(
    (pattern) =>
      pattern.length <= longest &&
      picomatch.isMatch(path, pattern.replace(/^\.?\//, ''), { dot: true, nonegate: true }),
  );
}

/** Reads one pattern or a list of them. */
export function listPatterns(value: unknown): string[] {
  return [value].flat(2).map(text).filter(Boolean);
}

/** Groups that repeat may take exponential time. */
const costly = /\)[*+?{]|\(\?[<!=]|\\[1-9]/;

/** Tests the regular expressions of a configuration; one that may be costly or is broken fits nothing. */
export function createPathFilter(expressions: string[]) {
  const tests = expressions.flatMap((source) => {
    if (source.length > longest || costly.test(source)) return [];
    try {
      return [new RegExp(source)];
    } catch {
      return []; // Go's syntax differs in places
    }
  });
  return (path: string) => tests.some((one) => one.test(path.slice(0, longest)));
}

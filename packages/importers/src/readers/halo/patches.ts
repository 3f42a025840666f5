import { asList, asObject, number, rawText, text } from '../values.ts';

type Chunk = { position: number; lines: string[] };
type Delta = { type: string; source: Chunk; target: Chunk };

/**
 * Applies a version's difference to the first version. Halo stores the lines that change as java-diff-utils writes them:
 * `[{ source: { position, lines }, target: { position, lines }, type: "CHANGE" }]`, always against the first version.
 * @returns undefined when the difference does not belong to this text
 */
export function applyPatch(original: string, patch: string): string | undefined {
  const deltas = readDeltas(patch);
  if (!deltas) return undefined;
  const lines = original.trim() === '' ? [] : original.split('\n');
  for (const { source, target } of deltas.toSorted((one, other) => other.source.position - one.source.position)) {
    const replaced = lines.slice(source.position, source.position + source.lines.length);
    if (source.position > lines.length || replaced.join('\n') !== source.lines.join('\n')) return undefined;
    lines.splice(source.position, source.lines.length, ...target.lines);
  }
  return lines.join('\n');
}

function readDeltas(patch: string): Delta[] | undefined {
  try {
    const deltas: unknown = JSON.parse(patch || '[]');
    if (!Array.isArray(deltas)) return undefined;
    return deltas.map((delta) => {
      const { type, source, target } = asObject(delta);
      return { type: text(type), source: chunk(source), target: chunk(target) };
    });
  } catch {
    return undefined;
  }
}

function chunk(value: unknown): Chunk {
  const { position, lines } = asObject(value);
  return { position: number(position), lines: asList(lines).map(rawText) };
}

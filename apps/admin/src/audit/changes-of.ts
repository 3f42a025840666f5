/** One thing that is another now. `before` and `after` as text; '' where there was or is nothing. */
export type Change = { field: string; before: string; after: string };

/** What differs between what something was and what it became, field by field however deep. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? '', after: now.get(field) ?? '' }))
    .filter((change) => change.before !== change.after);
}

function flat(value: unknown, path = '', found = new Map<string, string>()) {
  if (isGroup(value))
    for (const [name, part] of Object.entries(value)) flat(part, path ? `${path}.${name}` : name, found);
  else if (value !== undefined && value !== null) found.set(path, textOf(value));
  return found;
}

/** Lists of plain values are told as one. */
function isGroup(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) || value.some((part) => typeof part === 'object');
}

function textOf(value: unknown) {
  if (Array.isArray(value)) return value.join('、');
  if (typeof value === 'boolean') return value ? '是' : '否';
  return String(value);
}

/** One thing that is another now, at a path as `a.c`. `undefined` where there was or is nothing. */
export type Change = { field: string; before: unknown; after: unknown };

/** Longer lists tell only what came and what went. */
const longestList = 5;

/** What differs between what something was and what it became, field by field however deep. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    .map(withoutSame);
}

function flat(value: unknown, path = '', found = new Map<string, unknown>()) {
  if (isGroup(value))
    for (const [name, part] of Object.entries(value)) flat(part, path ? `${path}.${name}` : name, found);
  else if (!isEmpty(value)) found.set(path, value);
  return found;
}

function isEmpty(value: unknown) {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Lists of plain values are told as one. */
function isGroup(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) || value.some((part) => typeof part === 'object');
}

function withoutSame({ field, before, after }: Change): Change {
  if (!Array.isArray(before) || !Array.isArray(after) || Math.max(before.length, after.length) <= longestList)
    return { field, before, after };
  const [gone, come] = [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))];
  const isOrder = gone.length === 0 && come.length === 0;
  return { field, before: isOrder ? before : orNothing(gone), after: isOrder ? after : orNothing(come) };
}

function orNothing(list: unknown[]) {
  return list.length > 0 ? list : undefined;
}

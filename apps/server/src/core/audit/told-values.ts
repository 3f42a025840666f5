const secret = /password|secret|token|aeskey|hash$|^(?:key|code)$/i;
const mask = '••••';
const newMask = '••••（换过）';
const longest = 1000;
const around = 60;

/**
 * What was and what became, as they are kept: what is named like a secret is masked, however deep, and says only whether
 * it is another one; a long text is cut to where the two begin to differ.
 */
export function toldValues(before: unknown, after: unknown) {
  return { before: tell(before, after, { isNew: false }), after: tell(after, before, { isNew: true }) };
}

type Side = { isNew: boolean; name?: string };

function tell(value: unknown, other: unknown, side: Side): unknown {
  if (Array.isArray(value)) return value.map((part, at) => tell(part, partOf(other, at), side));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, tell(part, partOf(other, name), { ...side, name })]),
    );
  if (secret.test(side.name ?? '')) return masked(value, other, side);
  return typeof value === 'string' ? cut(value, typeof other === 'string' ? other : '') : value;
}

function partOf(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;
}

/** What is empty stays empty, and whether there is one may be known. */
function masked(value: unknown, other: unknown, { isNew }: Side) {
  if (value === '' || value === null || typeof value === 'boolean') return value;
  return isNew && other !== undefined && other !== value ? newMask : mask;
}

function cut(text: string, other: string) {
  if (text.length <= longest) return text;
  const start = Math.max(0, sameUpTo(text, other) - around);
  const rest = text.slice(start, start + longest);
  return `${start > 0 ? '…' : ''}${rest}${start + longest < text.length ? '…' : ''}（共 ${text.length} 字）`;
}

function sameUpTo(one: string, other: string) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at === one.length ? 0 : at;
}

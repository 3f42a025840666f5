/** A text cut where the sought words stand in it, every second part being one of them. Capitals do not matter. */
export function cutAt(text: string, sought: string): string[] {
  const words = [...new Set(sought.trim().split(/\s+/))].filter(Boolean).sort((a, b) => b.length - a.length);
  if (words.length === 0) return [text];
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return text.split(new RegExp(`(${pattern})`, 'giu'));
}

/** The text from shortly before the first match on, for a line that shows its beginning. */
export function fromMatch(text: string, sought: string, before = 12): string {
  const at = cutAt(text, sought)[0]?.length ?? 0;
  if (at === text.length || at <= before) return text;
  return `…${text.slice(at - before)}`;
}

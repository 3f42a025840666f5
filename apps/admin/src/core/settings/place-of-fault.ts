import type { Field } from '@mojian/contract/core/settings-fields/field';
import type { Fault } from '@mojian/contract/platform/failures';
import { contactWords } from './contact-words.ts';

/** What to say at each field that was refused, and what is about none of them. */
export function placesOfFaults(fields: Field[], faults: Fault[]) {
  const at = new Map<Field, string>();
  const others: string[] = [];
  for (const fault of faults) {
    const field = fields.find(({ kind, path }) => (kind === 'contacts' ? fault.field !== '' : isAt(fault.field, path)));
    if (!field) others.push(fault.text);
    else at.set(field, [at.get(field), wordsAt(field, fault)].filter(Boolean).join('；'));
  }
  return { at, others };
}

/** Of a list which of its entries is meant, of the contacts which of them. */
function wordsAt({ kind }: Field, { field, text }: Fault) {
  const [, entry] = /\.(\d+)(?:\.|$)/.exec(field) ?? [];
  if (entry !== undefined) return `第 ${Number(entry) + 1} 项：${text}`;
  const contact = kind === 'contacts' && Object.entries(contactWords).find(([name]) => name === field);
  return contact ? `${contact[1]}：${text}` : text;
}

/** `hold.3` lies in the field `hold`. */
function isAt(place: string, path: string) {
  return place === path || place.startsWith(`${path}.`);
}

import type { Field } from '@mojian/contract/admin/settings-fields/field';
import { contactWords } from './contact-words.ts';

type Fault = { field: string; text: string };

/** The field a refusal is about, and what to say there: of a list, which of its entries is meant. */
export function placeOfFault(fields: Field[], { field, text }: Fault): { at: Field | undefined; text: string } {
  const at = fields.find(({ kind, path }) => (kind === 'contacts' ? field !== '' : isAt(field, path)));
  if (!at) return { at, text };
  const [, entry] = /\.(\d+)(?:\.|$)/.exec(field) ?? [];
  if (entry !== undefined) return { at, text: `第 ${Number(entry) + 1} 项：${text}` };
  const contact = at.kind === 'contacts' && Object.entries(contactWords).find(([name]) => name === field);
  return { at, text: contact ? `${contact[1]}：${text}` : text };
}

/** `hold.3` lies in the field `hold`. */
function isAt(place: string, path: string) {
  return place === path || place.startsWith(`${path}.`);
}

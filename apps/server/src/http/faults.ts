import { Failure, type Fault } from '@mojian/contract/failures';
import type { ZodError } from 'zod';

/** So many are told: nobody mends more at once. */
const atMost = 50;

/** Input that does not fit, as a refusal that names every field at fault. `within`: what its fields are part of. */
export function inputFailure({ issues }: ZodError, within: string[] = []) {
  const faults = new Map<string, Fault>();
  for (const { path, message } of issues) {
    const field = [...within, ...path].join('.');
    if (!faults.has(field)) faults.set(field, { field, text: message });
  }
  const all = [...faults.values()].slice(0, atMost);
  return new Failure('invalid-input', all[0]?.text, all[0]?.field, undefined, all);
}

import { isFailure } from '@mojian/contract/platform/failures';
import type { FormInstance } from 'antd';

/**
 * Says at each field of a form why it was refused, all at once, and goes to the first of them. `nameOf` is what the form
 * calls a field of the call. False where none of them stands in the form.
 */
export function showFaults(form: FormInstance, error: unknown, nameOf = (field: string) => field) {
  const order = Object.keys(form.getFieldsValue());
  const faults = (isFailure(error) ? error.faults : [])
    .map(({ field, text }) => ({ name: nameOf(field), errors: [text] }))
    .filter(({ name }) => order.includes(name))
    .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  form.setFields(faults);
  if (faults[0]) form.scrollToField(faults[0].name, { focus: true, block: 'nearest' });
  return faults.length > 0;
}

/** What stands in a form's fields, by their names. */
export type Values = Record<string, string>;

export function valuesOf(form: HTMLFormElement) {
  return Object.fromEntries(new FormData(form)) as Values;
}

/** Whether the form has such a field, which then has the focus. */
export function focusField(form: HTMLFormElement, name: string) {
  const field = name && form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  return true;
}

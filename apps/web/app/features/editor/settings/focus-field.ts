const controls =
  'input:not([type=radio]), input:checked, textarea, select, button, [role=slider], [contenteditable=true]';

/** Brings the field with this `data-field` into view and puts the focus in it, opening what it lies folded in. */
export function focusField(name: string) {
  const field = document.querySelector<HTMLElement>(`[data-field="${name}"]`);
  const fold = field?.closest('details');
  if (fold) fold.open = true;
  const control = field?.matches(controls) ? field : field?.querySelector<HTMLElement>(controls);
  control?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'nearest' });
}

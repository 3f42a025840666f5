const controls = [
  'input:not([type=radio]), input:checked, textarea, select, [role=slider], [contenteditable=true]',
  'button',
];

/**
 * Brings the field with this `data-field`, or the text, into view and puts the focus in it, opening what it lies folded
 * in.
 */
export function focusField(name: string) {
  const field = document.querySelector<HTMLElement>(
    name === 'markdown' ? '[contenteditable=true]' : `[data-field="${name}"]`,
  );
  if (!field) return;
  const fold = field.closest('details');
  if (fold) fold.open = true;
  // a button beside the label comes after the control itself
  const [control] = controls.flatMap((kind) =>
    field.matches(kind) ? field : (field.querySelector<HTMLElement>(kind) ?? []),
  );
  control?.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'nearest' });
}

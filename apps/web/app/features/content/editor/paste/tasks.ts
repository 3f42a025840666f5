import { all, classesOf } from './dom.ts';

/** Checkboxes of lists, drawn or real, become real ones that stand first in their item. */
export function readTasks(document: Document): void {
  for (const item of all(document, 'li')) {
    const box = all(item, 'input[type="checkbox"], .checkbox, [role="checkbox"]').find(
      (one) => one.closest('li') === item,
    );
    if (!box) continue;
    const isDone = isChecked(box);
    box.remove();
    const input = document.createElement('input');
    input.setAttribute('type', 'checkbox');
    if (isDone) input.setAttribute('checked', '');
    item.insertBefore(input, item.firstChild);
  }
  for (const input of all(document, 'input')) if (input.parentElement?.localName !== 'li') input.remove();
}

function isChecked(box: Element) {
  return (
    box.hasAttribute('checked') ||
    box.getAttribute('aria-checked') === 'true' ||
    / (checkbox-on|checked) /.test(classesOf(box))
  );
}

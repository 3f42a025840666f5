import { EditorView } from '@codemirror/view';

let areAdopted = false;

/**
 * Makes CodeMirror keep its rules in a constructed sheet, which our content security policy allows, and not in a
 * `<style>` element, which it refuses. It chooses so where it sees no `<head>`, once for all editors of a document: the
 * first is made while there seems to be none.
 */
export function adoptStyles() {
  if (areAdopted) return;
  areAdopted = true;
  Object.defineProperty(document, 'head', { value: null, configurable: true });
  try {
    new EditorView({ root: document }).destroy();
  } finally {
    Reflect.deleteProperty(document, 'head');
  }
}

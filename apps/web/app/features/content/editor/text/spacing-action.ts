import type { EditorView } from '@codemirror/view';
import { toast } from '../../../../ui/toast.ts';
import { findGaps, spaceOut } from './commands/spacing.ts';

/** Puts the spaces in and says how many. */
export function runSpacing(view: EditorView): boolean {
  const wanting = findGaps(view.state).length;
  if (wanting === 0) toast('normal', '中英文之间已经都有空格');
  else if (spaceOut(view)) toast('success', `加了 ${wanting} 处空格，撤销一次即可还原`);
  return true;
}

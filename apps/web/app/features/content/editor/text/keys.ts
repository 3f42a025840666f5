import { defaultKeymap, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import { type Extension, Prec, type StateCommand } from '@codemirror/state';
import { type EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { type Action, actions } from './actions.ts';
import { ask } from './asks.ts';
import { continueList, indentItems, outdentItems } from './commands/lists.ts';
import { nodeAround } from './commands/syntax-at.ts';
import { toggleMode } from './modes.ts';
import { runSpacing } from './spacing-action.ts';
import { enterInTable, nextCell, previousCell } from './table/table-commands.ts';

const fences = new Set(['FencedCode']);

const inFence =
  (command: StateCommand): StateCommand =>
  (target) => {
    const { from, to } = target.state.selection.main;
    return nodeAround(target.state, from, to, fences) !== undefined && command(target);
  };

/** While an input method composes, its keys are its own. */
const unlessComposing =
  (...commands: StateCommand[]) =>
  (view: EditorView) =>
    !view.composing && commands.some((command) => command(view));

const ofActions: KeyBinding[] = Object.values<Action>(actions)
  .filter(({ id, keys }) => keys && id !== 'undo' && id !== 'redo')
  .map(({ keys = '', run }) => ({ key: keys, run, preventDefault: true, stopPropagation: true }));

/** The editor's keys. Tab is taken in lists, tables and code only; Escape, then Tab, leaves from there too. */
export const keys: Extension = [
  Prec.high(
    keymap.of([
      { key: 'Enter', run: unlessComposing(enterInTable, continueList) },
      {
        key: 'Tab',
        run: unlessComposing(nextCell, indentItems, inFence(indentMore)),
        shift: unlessComposing(previousCell, outdentItems, inFence(indentLess)),
      },
      ...ofActions,
      { key: 'Mod-f', run: openSearchPanel, preventDefault: true },
      { key: 'Mod-Alt-s', run: runSpacing, preventDefault: true },
      { key: 'Mod-Alt-o', run: ask('outline'), preventDefault: true },
      { key: 'Mod-Alt-Enter', run: () => toggle('focus'), preventDefault: true },
      { key: 'Mod-Shift-Enter', run: () => toggle('full'), preventDefault: true },
      { key: 'Mod-/', run: ask('help'), preventDefault: true },
    ]),
  ),
  keymap.of([
    ...historyKeymap,
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-i' && key !== 'Mod-/' && key !== 'Mod-Enter'),
  ]),
];

function toggle(mode: 'focus' | 'full') {
  toggleMode(mode);
  return true;
}

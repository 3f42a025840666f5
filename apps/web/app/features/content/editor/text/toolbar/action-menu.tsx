import type { EditorView } from '@codemirror/view';
import { Icon } from '@mojian/ui/icon';
import type { Action } from '../actions.ts';
import { shownKeys } from '../shown-keys.ts';
import { closeAround, Popup } from './popup.tsx';

type Props = {
  id: string;
  label: string;
  view: EditorView | null;
  items: Action[];
  /** Names of those that hold at the caret, in a menu of which one always does. */
  on?: readonly string[];
};

/** A menu of things to do with the text. */
export function ActionMenu({ id, label, view, items, on }: Props) {
  return (
    <Popup id={id} label={label}>
      {items.map(({ id, label, icon, keys, run }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: without `on` nothing is checked
        <button
          key={id}
          type="button"
          role={on ? 'menuitemcheckbox' : 'menuitem'}
          aria-checked={on?.includes(id)}
          tabIndex={-1}
          onClick={({ currentTarget }) => {
            closeAround(currentTarget);
            if (!view) return;
            view.focus();
            run(view);
          }}
        >
          <Icon name={icon} />
          <span>{label}</span>
          {keys && <kbd>{shownKeys(keys)}</kbd>}
        </button>
      ))}
    </Popup>
  );
}

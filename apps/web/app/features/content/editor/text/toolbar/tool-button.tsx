import { Icon } from '@mojian/ui/icon';
import type { ButtonHTMLAttributes } from 'react';
import { ariaKeys, shownKeys } from '../shown-keys.ts';

type Props = {
  label: string;
  icon: string;
  keys?: string | undefined;
  pressed?: boolean | undefined;
  /** The popup that it opens. */
  opens?: string;
  /** Something of what its popup holds is on at the caret. */
  lit?: boolean;
  /** Left out where there is little room: it is in a menu as well, or has a key. */
  spare?: boolean;
} & Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled'>;

/** A button of the toolbar. The focus stays in the text when it is pressed. */
export function ToolButton({ label, icon, keys, pressed, opens, lit, spare, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      className="ib"
      data-tool=""
      data-spare={spare || undefined}
      data-lit={lit || undefined}
      data-tip={keys ? `${label}　${shownKeys(keys)}` : label}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      aria-haspopup={opens ? 'menu' : undefined}
      popoverTarget={opens}
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon name={icon} />
      {opens && <i className="more-below" />}
    </button>
  );
}

import { Icon } from '@mojian/ui/icon';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { LineField } from './line-field.tsx';

type Props = Omit<ComponentProps<typeof LineField>, 'icon' | 'hint' | 'type'>;

/** A password: hidden until one wants to see it, with a word when capitals are locked. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false);
  const [locked, setLocked] = useState(false);
  const notice = (event: KeyboardEvent) => setLocked(event.getModifierState('CapsLock'));
  return (
    <LineField
      {...props}
      icon="lock"
      type={shown ? 'text' : 'password'}
      hint={locked ? '大写锁定已打开' : undefined}
      onKeyDown={notice}
      onKeyUp={notice}
      onBlur={() => setLocked(false)}
    >
      <button
        className={shown ? 'ib' : 'ib hidden-text'}
        type="button"
        aria-label="显示密码"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name="eye" />
      </button>
    </LineField>
  );
}

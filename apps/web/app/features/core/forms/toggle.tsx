import type { ComponentProps } from 'react';
import './toggle.css';

type Props = Omit<ComponentProps<'button'>, 'type' | 'role' | 'className'>;

/** Switch whose label stands elsewhere. */
export function Toggle({ isOn, ...props }: Props & { isOn: boolean }) {
  return <button {...props} className="toggle" type="button" role="switch" aria-checked={isOn} />;
}

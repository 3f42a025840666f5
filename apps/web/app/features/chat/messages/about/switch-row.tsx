import '../../../members/accounts/account.css';
import { useId } from 'react';
import { useSending } from '../../../../ui/use-sending.ts';

type Props = { words: string; about: string; isOn: boolean; turn: () => unknown };

/** A switch, and in a sentence what it does. */
export function SwitchRow({ words, about, isOn, turn }: Props) {
  const id = useId();
  const { isBusy, send } = useSending();
  return (
    <li>
      <div>
        <b id={id}>{words}</b>
        <p id={`${id}-about`}>{about}</p>
      </div>
      <button
        className="toggle"
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-about`}
        aria-busy={isBusy}
        onClick={() => void send(async () => turn())}
      />
    </li>
  );
}

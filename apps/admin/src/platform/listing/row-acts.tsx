import { Confirm } from '../form/confirm.tsx';
import { useOffice } from '../shell/use-office.ts';
import type { Deed } from './use-deeds.tsx';
import './row-acts.css';

/**
 * What may be done to one row. `confirm`: asked before, with this sentence. `open`: a link or a dialog in place of a call.
 * `key`: the keys that do it on the row, with a space between.
 */
export type RowAct = Deed & { confirm?: string; strong?: boolean; open?: () => void; key?: string };

type Props = { acts: RowAct[]; run: (deed: Deed) => void };

/** Quiet words at the end of a row. */
export function RowActs({ acts, run }: Props) {
  const { isDemo } = useOffice();
  return (
    <span className="row-acts">
      {acts.map((act) => (
        <Act key={act.name} act={act} isDemo={isDemo} run={run} />
      ))}
    </span>
  );
}

function Act({ act, isDemo, run }: { act: RowAct; isDemo: boolean; run: Props['run'] }) {
  const { title, confirm, strong, open, key } = act;
  const isBarred = isDemo && !open;
  const word = (onClick?: () => void) => (
    <button
      type="button"
      className={strong ? 'strong' : undefined}
      disabled={isBarred}
      title={isBarred ? demoHint : undefined}
      aria-keyshortcuts={key}
      onClick={onClick}
    >
      {title}
    </button>
  );
  if (open) return word(open);
  if (!confirm || isDemo) return word(() => run(act));
  return (
    <Confirm placement="topRight" title={confirm} onConfirm={() => run(act)} destroyOnHidden>
      {word()}
    </Confirm>
  );
}

export const demoHint = '演示模式，不允许操作';

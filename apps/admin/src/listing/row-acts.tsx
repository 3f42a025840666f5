import { Popconfirm } from 'antd';
import { useOffice } from '../shell/use-office.ts';

/** What may be done to one row. `confirm`: asked before, with this sentence. `open`: a link or a dialog in place of a call. */
export type RowAct = { name: string; title: string; confirm?: string; strong?: boolean; open?: () => void };

type Props = { acts: RowAct[]; run: (name: string) => void };

/** Quiet words at the end of a row. */
export function RowActs({ acts, run }: Props) {
  const isDemo = useOffice().role === 'demo';
  return (
    <span className="row-acts">
      {acts.map(({ name, title, confirm, strong, open }) => {
        const word = (onClick?: () => void) => (
          <button
            key={name}
            type="button"
            className={strong ? 'strong' : undefined}
            disabled={isDemo && !open}
            title={isDemo && !open ? demoHint : undefined}
            onClick={onClick}
          >
            {title}
          </button>
        );
        if (open) return word(open);
        if (!confirm || isDemo) return word(() => run(name));
        return (
          <Popconfirm key={name} title={confirm} onConfirm={() => run(name)}>
            {word()}
          </Popconfirm>
        );
      })}
    </span>
  );
}

export const demoHint = '演示模式，不允许操作';

import { Button } from 'antd';
import { Confirm } from '../form/confirm.tsx';
import { useOffice } from '../shell/use-office.ts';
import { demoHint } from './row-acts.tsx';
import type { Deed } from './use-deeds.tsx';
import './batch-bar.css';

/** `confirm`: asked before, with this sentence. `key`: the key that does it. */
export type BatchAct = Deed & { confirm?: string; key?: string };

type Props = { acts: BatchAct[]; count: number; run: (act: BatchAct) => void; cancel: () => void };

/** What may be done to all that is chosen. */
export function BatchBar({ acts, count, run, cancel }: Props) {
  const { isDemo } = useOffice();
  return (
    <div className="batch" role="toolbar" aria-label="批量处理">
      <b>已选 {count} 个</b>
      {acts.map((act) => (
        <Act key={act.name} act={act} isDemo={isDemo} run={run} />
      ))}
      <Button size="small" type="text" className="batch-end" onClick={cancel}>
        取消
      </Button>
    </div>
  );
}

function Act({ act, isDemo, run }: { act: BatchAct; isDemo: boolean; run: Props['run'] }) {
  const { title, confirm, key } = act;
  if (isDemo)
    return (
      <Button size="small" disabled title={demoHint}>
        {title}
      </Button>
    );
  const button = (onClick?: () => void) => (
    <Button size="small" aria-keyshortcuts={key} {...(onClick && { onClick })}>
      {title}
    </Button>
  );
  if (!confirm) return button(() => run(act));
  return (
    <Confirm title={confirm} onConfirm={() => run(act)}>
      {button()}
    </Confirm>
  );
}

import { Button, Popconfirm } from 'antd';
import { useOffice } from '../shell/use-office.ts';
import { demoHint } from './row-acts.tsx';

/** `confirm`: asked before, with this sentence. */
export type BatchAct = { name: string; title: string; confirm?: string };

type Props = { acts: BatchAct[]; count: number; run: (name: string) => void; cancel: () => void };

/** What may be done to all that is chosen. */
export function BatchBar({ acts, count, run, cancel }: Props) {
  const isDemo = useOffice().role === 'demo';
  return (
    <div className="batch" role="toolbar" aria-label="批量处理">
      <b>选了 {count} 个</b>
      {acts.map(({ name, title, confirm }) =>
        confirm && !isDemo ? (
          <Popconfirm key={name} title={confirm} onConfirm={() => run(name)}>
            <Button size="small">{title}</Button>
          </Popconfirm>
        ) : (
          <Button
            key={name}
            size="small"
            disabled={isDemo}
            {...(isDemo && { title: demoHint })}
            onClick={() => run(name)}
          >
            {title}
          </Button>
        ),
      )}
      <Button size="small" type="text" className="batch-end" onClick={cancel}>
        取消
      </Button>
    </div>
  );
}

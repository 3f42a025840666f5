import { Button, Popconfirm } from 'antd';

/** `confirm`: asked before, with this sentence. */
export type BatchAct = { name: string; title: string; confirm?: string };

type Props = { acts: BatchAct[]; count: number; run: (name: string) => void; cancel: () => void };

/** What may be done to all that is chosen. */
export function BatchBar({ acts, count, run, cancel }: Props) {
  return (
    <div className="batch" role="toolbar" aria-label="批量处理">
      <b>选了 {count} 个</b>
      {acts.map(({ name, title, confirm }) =>
        confirm ? (
          <Popconfirm key={name} title={confirm} onConfirm={() => run(name)}>
            <Button size="small">{title}</Button>
          </Popconfirm>
        ) : (
          <Button key={name} size="small" onClick={() => run(name)}>
            {title}
          </Button>
        ),
      )}
      <Button size="small" type="text" onClick={cancel}>
        取消
      </Button>
    </div>
  );
}

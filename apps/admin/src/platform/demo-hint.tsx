import { Tooltip } from 'antd';
import { useOffice } from './shell/use-office.ts';

/** Around buttons that change something: the demo account sees them and is told why it may not. */
export function DemoHint({ children }: { children: (isDemo: boolean) => React.ReactNode }) {
  const isDemo = useOffice().role === 'demo';
  if (!isDemo) return children(false);
  return (
    <Tooltip title="演示模式，不允许操作">
      <span>{children(true)}</span>
    </Tooltip>
  );
}

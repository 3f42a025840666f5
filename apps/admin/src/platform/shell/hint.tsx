import { Tooltip } from 'antd';

/** antd's tooltip, apart because the first screen has none. */
export function Hint({ title, children }: { title: string; children: React.ReactNode }) {
  return <Tooltip title={title}>{children}</Tooltip>;
}

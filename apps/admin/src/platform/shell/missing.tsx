import { Link } from 'react-router';
import { Plain } from './plain.tsx';

/** An address of the back office where nothing is. */
export function Missing() {
  return (
    <Plain title="没有这一页" text="地址也许写错了，也许这一页已经搬走。">
      <Link to="/">返回概览</Link>
    </Plain>
  );
}

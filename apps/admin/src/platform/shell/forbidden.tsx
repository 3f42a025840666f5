import { Link } from 'react-router';
import { roleNames } from '../../members/members/user-state.tsx';
import { Plain } from './plain.tsx';
import { useOffice } from './use-office.ts';

/** Instead of a screen that is there, but not for whoever came. */
export function Forbidden({ title }: { title: string }) {
  const { role } = useOffice();
  return (
    <Plain title="没有权限" text={`这个账号的角色是${roleNames[role]}，不能查看「${title}」。如有需要，请联系站长。`}>
      <Link to="/">返回概览</Link>
    </Plain>
  );
}

import { Link } from 'react-router';
import { useOffice } from '../../platform/shell/use-office.ts';

const places = [
  { path: '', title: '用户' },
  { path: '/applications', title: '注册申请' },
  { path: '/invitations', title: '邀请码' },
];

/** Between members, those who ask to be, and what lets others in. */
export function WaysToJoin({ here }: { here: string }) {
  const { applications } = useOffice().waiting;
  return (
    <nav className="ways-to-join" aria-label="用户与注册">
      {places.map(({ path, title }) => (
        <Link key={path} to={`/users${path}`} aria-current={path === here ? 'page' : undefined}>
          {title}
          {path === '/applications' && applications > 0 && <span className="awaited">{applications}</span>}
        </Link>
      ))}
    </nav>
  );
}

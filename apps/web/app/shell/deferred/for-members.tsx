import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { askToLogIn } from '../../features/core/asks-login/ask-to-log-in.ts';
import { useUser } from '../../session/session.ts';
import { readToken } from '../../session/token.ts';

type Props = { to: string; className?: string; label?: string; children: ReactNode };

/** A link for members; for visitors a button that opens the login dialog. */
export function ForMembers({ to, className, label, children }: Props) {
  const user = useUser();
  const navigate = useNavigate();
  if (user)
    return (
      <Link className={className} to={to} aria-label={label}>
        {children}
      </Link>
    );
  // the session's member may not have been loaded yet
  const enter = () => (readToken() ? navigate(to) : askToLogIn());
  return (
    <button className={className} type="button" aria-label={label} onClick={enter}>
      {children}
    </button>
  );
}

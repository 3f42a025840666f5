import type { Me } from '@mojian/contract/core/sessions';
import { useUser } from '../../../session.ts';
import { AsksLogin, type AsksLoginProps } from './asks-login.tsx';
import { usePresence } from './presence.ts';

type Props = AsksLoginProps & {
  /** Shown while it is not yet known who the member is. */
  waiting: React.ReactNode;
  children: (me: Me) => React.ReactNode;
};

/**
 * A screen that belongs to members. The server sends its frame, the same for all; who has a session never gets to see
 * the request to log in.
 */
export function MembersOnly({ waiting, children, ...frame }: Props) {
  const me = useUser();
  const presence = usePresence();
  if (me) return children(me);
  if (presence === 'coming') return waiting;
  return <AsksLogin {...frame} served={presence === 'served'} />;
}

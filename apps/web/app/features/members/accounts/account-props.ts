import type { Me } from '@mojian/contract/core/sessions';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { CallsOf } from '../../../calls.ts';

export type AccountProps = {
  me: Me;
  site: SiteInfo;
  calls: CallsOf<'accounts' | 'captcha' | 'exports' | 'feedback' | 'passkeys' | 'sessions' | 'social'>;
  /** Remembers what is now true of the member. */
  keepMe: (me: Me) => void;
  /** Goes to a page of another site, from where the member comes back here. */
  leaveFor: (address: string) => void;
  /** What follows once the account is closed: the session is over. */
  onClosed: () => void;
};

import type { SiteInfo } from '@mojian/contract/core/site';
import { canMail } from '../../platform/mail/chosen-server.ts';
import type { Settings } from './settings.ts';

/**
 * How one becomes a member here. Where no code can be sent nothing shows whose a mailbox is: an open registration is then
 * approved by the staff.
 */
export function registrationOf(
  { features, mail }: Pick<Settings, 'features' | 'mail'>,
  smtpUrl: string | undefined,
): SiteInfo['registration'] {
  const code = canMail(mail, smtpUrl);
  return { mode: features.registration === 'open' && !code ? 'review' : features.registration, code };
}

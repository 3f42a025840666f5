import { passwordWeakness } from '@mojian/contract/members/password-strength';
import { Failure } from '@mojian/contract/platform/failures';

/** @throws Failure invalid-input naming `password`, with the reason, for one that others would guess. */
export function requireStrongPassword(password: string, person: { email?: string | null; nickname?: string }) {
  const weakness = passwordWeakness(password, person);
  if (weakness) throw new Failure('invalid-input', weakness, 'password');
}

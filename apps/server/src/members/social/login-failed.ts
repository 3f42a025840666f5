import type { LoginFailure } from '@mojian/contract/members/social-texts';

/** A login that came to nothing. `code` is the provider's own word for it, for the owner's log: short, or left out. */
export class LoginFailed extends Error {
  override name = 'LoginFailed';
  readonly reason: LoginFailure;
  readonly code: string | undefined;

  constructor(reason: LoginFailure, code = '') {
    super(reason);
    this.reason = reason;
    this.code = /^[\w.-]{1,40}$/.test(code) ? code : undefined;
  }
}

import { accounts } from '@mojian/contract/members/accounts';
import { confirmSession } from '../../core/identity/passwords.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { apply } from '../registration/apply.ts';
import { changeEmail, changeMailPreferences } from './change-email.ts';
import { closeAccount } from './close-account.ts';
import { logInByCode, logInByPassword } from './log-in.ts';
import { sendCode } from './mail-codes.ts';
import { changePassword, resetByLink, resetPassword } from './password.ts';
import { register } from './register.ts';

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined };

export function accountRoutes(serve: Serve, deps: Deps) {
  const { db } = deps;
  serve(accounts.emailLogin, ({ body }, caller) => logInByPassword(db, body, caller));
  serve(accounts.codeLogin, ({ body }, caller) => logInByCode(db, body, caller));
  serve(accounts.register, ({ body }, caller) => register(deps, body, caller));
  serve(accounts.apply, ({ body }, caller) => apply(deps, body, caller));
  serve(accounts.forgetPassword, ({ body }) => resetPassword(db, body));
  serve(accounts.resetByLink, ({ body }) => resetByLink(db, body));
  serve(accounts.sendEmailCode, ({ query }, caller) => sendCode(deps, query, caller));
  serve(accounts.changePassword, ({ body }, { viewer }) => changePassword(db, viewer, body));
  serve(accounts.changeEmail, ({ body }, { viewer }) => changeEmail(db, viewer, body));
  serve(accounts.confirm, ({ body: { password } }, { viewer }) => confirmSession(db, viewer, password));
  serve(accounts.changePreferences, ({ body }, { viewer }) => changeMailPreferences(db, viewer, body));
  serve(accounts.close, ({ body }, { viewer }) => closeAccount(db, viewer, body));
}

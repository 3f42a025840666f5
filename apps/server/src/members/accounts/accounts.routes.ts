import { accounts } from '@mojian/contract/members/accounts';
import { confirmSession } from '../../core/identity/passwords.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { apply } from '../registration/apply.ts';
import { changeEmail, changePreferences } from './change-email.ts';
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
  serve(accounts.apply, async ({ body }, caller) => {
    await apply(deps, body, caller);
    return null;
  });
  serve(accounts.forgetPassword, async ({ body }) => {
    await resetPassword(db, body);
    return null;
  });
  serve(accounts.resetByLink, async ({ body }) => {
    await resetByLink(db, body);
    return null;
  });
  serve(accounts.sendEmailCode, async ({ query }, caller) => {
    await sendCode(deps, query, caller);
    return null;
  });
  serve(accounts.changePassword, async ({ body }, { viewer }) => {
    await changePassword(db, viewer, body);
    return null;
  });
  serve(accounts.changeEmail, async ({ body }, { viewer }) => {
    await changeEmail(db, viewer, body);
    return null;
  });
  serve(accounts.confirm, async ({ body: { password } }, { viewer }) => {
    await confirmSession(db, viewer, password);
    return null;
  });
  serve(accounts.changePreferences, async ({ body }, { viewer }) => {
    await changePreferences(db, viewer, body);
    return null;
  });
  serve(accounts.close, async ({ body }, { viewer }) => {
    await closeAccount(db, viewer, body);
    return null;
  });
}

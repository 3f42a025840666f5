import { accounts } from '@mojian/contract/members/accounts';
import { confirmSession } from '../../core/identity/passwords.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { apply } from '../registration/apply.ts';
import { changeEmail } from './change-email.ts';
import { changePreferences } from './change-preferences.ts';
import { closeAccount } from './close-account.ts';
import { logInByCode, logInByPassword } from './log-in.ts';
import { sendCode } from './mail-codes.ts';
import { changePassword, resetByLink, resetPassword } from './password.ts';
import { register } from './register.ts';

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined };

export function routes(serve: Serve, deps: Deps) {
  const { db } = deps;
  serve(accounts, {
    emailLogin: ({ body }, caller) => logInByPassword(db, body, caller),
    codeLogin: ({ body }, caller) => logInByCode(db, body, caller),
    register: ({ body }, caller) => register(deps, body, caller),
    apply: ({ body }, caller) => apply(deps, body, caller),
    forgetPassword: ({ body }) => resetPassword(db, body),
    resetByLink: ({ body }) => resetByLink(db, body),
    sendEmailCode: ({ query }, caller) => sendCode(deps, query, caller),
    changePassword: ({ body }, { viewer }) => changePassword(db, viewer, body),
    changeEmail: ({ body }, { viewer }) => changeEmail(db, viewer, body),
    confirm: ({ body: { password } }, { viewer }) => confirmSession(db, viewer, password),
    changePreferences: ({ body }, { viewer }) => changePreferences(db, viewer, body),
    close: ({ body }, { viewer }) => closeAccount(db, viewer, body),
  });
}

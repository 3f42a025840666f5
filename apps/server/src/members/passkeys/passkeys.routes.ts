import { passkeys } from '@mojian/contract/members/passkeys';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { logInByPasskey, loginOptions } from './passkey-login.ts';
import { createPasskey, creationOptions, listOwnPasskeys, removePasskey, renamePasskey } from './passkeys.ts';

export function routes(serve: Serve, deps: { db: Db; siteUrl: string }) {
  const { db } = deps;
  serve(passkeys, {
    list: (_input, { viewer }) => listOwnPasskeys(db, viewer),
    creationOptions: async (_input, { viewer }) => ({ ...(await creationOptions(deps, viewer)) }),
    create: ({ body }, { viewer }) => createPasskey(deps, viewer, body),
    rename: ({ body }, { viewer }) => renamePasskey(db, viewer, body),
    remove: ({ query: { id } }, { viewer }) => removePasskey(db, viewer, id),
    loginOptions: async () => ({ ...(await loginOptions(deps)) }),
    login: ({ body: { response } }, caller) => logInByPasskey(deps, response, caller),
  });
}

import { passkeys } from '@mojian/contract/members/passkeys';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { logInByPasskey, loginOptions } from './passkey-login.ts';
import { createPasskey, creationOptions, listOwnPasskeys, removePasskey, renamePasskey } from './passkeys.ts';

export function passkeyRoutes(serve: Serve, deps: { db: Db; siteUrl: string }) {
  const { db } = deps;
  serve(passkeys.list, (_input, { viewer }) => listOwnPasskeys(db, viewer));
  serve(passkeys.creationOptions, async (_input, { viewer }) => ({ ...(await creationOptions(deps, viewer)) }));
  serve(passkeys.create, ({ body }, { viewer }) => createPasskey(deps, viewer, body));
  serve(passkeys.rename, ({ body }, { viewer }) => renamePasskey(db, viewer, body));
  serve(passkeys.remove, ({ query: { id } }, { viewer }) => removePasskey(db, viewer, id));
  serve(passkeys.loginOptions, async () => ({ ...(await loginOptions(deps)) }));
  serve(passkeys.login, ({ body: { response } }, caller) => logInByPasskey(deps, response, caller));
}

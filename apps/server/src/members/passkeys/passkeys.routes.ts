import { passkeys } from '@mojian/contract/members/passkeys';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { createPasskey, creationOptions } from './create-passkey.ts';
import { logInByPasskey, loginOptions } from './passkey-login.ts';
import { listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';

export function passkeyRoutes(serve: Serve, parts: { db: Db; siteUrl: string }) {
  const { db } = parts;
  serve(passkeys.list, (_input, { viewer }) => listPasskeys(db, viewer));
  serve(passkeys.creationOptions, async (_input, { viewer }) => ({ ...(await creationOptions(parts, viewer)) }));
  serve(passkeys.create, ({ body }, { viewer }) => createPasskey(parts, viewer, body));
  serve(passkeys.rename, async ({ body }, { viewer }) => {
    await renamePasskey(db, viewer, body);
    return null;
  });
  serve(passkeys.remove, async ({ query: { id } }, { viewer }) => {
    await removePasskey(db, viewer, id);
    return null;
  });
  serve(passkeys.loginOptions, async () => ({ ...(await loginOptions(parts)) }));
  serve(passkeys.login, ({ body: { response } }, caller) => logInByPasskey(parts, response, caller));
}

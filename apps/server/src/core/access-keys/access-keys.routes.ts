import { accessKeys, adminAccessKeys } from '@mojian/contract/core/access-keys';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { addKey, changeKey, listAllKeys, listKeys, revokeAnyKey, revokeKey } from './access-keys.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(accessKeys, {
    add: ({ body }, { viewer }) => addKey(db, viewer, body),
    list: (_, { viewer }) => listKeys(db, viewer),
    change: ({ body }, { viewer }) => changeKey(db, viewer, body),
    revoke: ({ query }, { viewer }) => revokeKey(db, viewer, query.id),
  });
  serve(adminAccessKeys, {
    list: ({ query }) => listAllKeys(db, query),
    revoke: ({ query }, { viewer }) => revokeAnyKey(db, viewer, query.id),
  });
}

import { adminRegistration } from '@mojian/contract/members/registration';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { decideApplications, listApplications } from './applications.ts';
import { invite, listInvitations, revokeInvitation } from './invitations.ts';

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined };

export function routes(serve: Serve, deps: Deps) {
  const { db } = deps;
  serve(adminRegistration, {
    applications: ({ query }) => listApplications(db, query),
    decide: ({ body }, { viewer }) => decideApplications(deps, viewer, body),
    invitations: ({ query }) => listInvitations(deps, query),
    invite: ({ body }, { viewer }) => invite(deps, viewer, body),
    revoke: ({ query }, { viewer }) => revokeInvitation(db, viewer, query.id),
  });
}

import { adminRegistration } from '@mojian/contract/members/registration';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { decideApplications, listApplications } from './applications.ts';
import { invite, listInvitations, revokeInvitation } from './invitations.ts';

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined };

export function adminRegistrationRoutes(serve: Serve, deps: Deps) {
  const { db } = deps;
  serve(adminRegistration.applications, ({ query }) => listApplications(db, query));
  serve(adminRegistration.decide, ({ body }, { viewer }) => decideApplications(deps, viewer, body));
  serve(adminRegistration.invitations, ({ query }) => listInvitations(deps, query));
  serve(adminRegistration.invite, ({ body }, { viewer }) => invite(deps, viewer, body));
  serve(adminRegistration.revoke, ({ query }, { viewer }) => revokeInvitation(db, viewer, query.id));
}

import { adminGuestComments, guestComments } from '@mojian/contract/community/guest-comments';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import {
  editGuestComment,
  listOwnOfBrowser,
  postGuestComment,
  termsOfGuests,
  withdrawGuestComment,
} from './guest-comments.ts';
import { acceptGuests, listRefusedGuests, refuseGuest, showWriter } from './refused-guests.ts';

export function routes(serve: Serve, deps: { db: Db; siteUrl: string; smtpUrl?: string | undefined }) {
  const { db } = deps;
  serve(guestComments, {
    terms: () => termsOfGuests(deps),
    post: ({ body }, caller) => postGuestComment(deps, caller, body),
    edit: ({ body }, caller) => editGuestComment(deps, caller, body),
    withdraw: ({ body }) => withdrawGuestComment(db, body),
    own: ({ body }) => listOwnOfBrowser(db, body),
  });
  serve(adminGuestComments, {
    writer: ({ query }, { viewer }) => showWriter(db, viewer, query.id),
    refused: (_, { viewer }) => listRefusedGuests(db, viewer),
    refuse: ({ body }, { viewer }) => refuseGuest(db, viewer, body),
    accept: ({ body }, { viewer }) => acceptGuests(db, viewer, body.ids),
  });
}

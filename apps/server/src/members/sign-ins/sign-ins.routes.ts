import { signIns } from '@mojian/contract/members/sign-ins';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { signInState, signInToday } from './sign-ins.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(signIns, {
    state: (_input, { viewer }) => signInState(db, viewer),
    stateToo: (_input, { viewer }) => signInState(db, viewer),
    signToo: (_input, { viewer }) => signInToday(db, viewer),
    sign: (_input, { viewer }) => signInToday(db, viewer),
  });
}

import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './registration.queries.ts';

/** Who applied with this mailbox and is no member: waiting, or refused. */
export function findApplicant(db: Db, email: string) {
  return queries.findByEmail(db, email);
}

type Applicant = { state: 'waiting' | 'refused'; reason: string };

/** What an applicant who logs in is told. */
export function notApproved({ state, reason }: Applicant) {
  if (state === 'waiting') return new Failure('not-approved');
  return new Failure('not-approved', `注册申请没有通过，原因：${reason}。可以改好再申请`);
}

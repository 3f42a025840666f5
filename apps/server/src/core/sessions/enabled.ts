import { type SqlBool, sql } from 'kysely';

/** Of `users`: whether the staff lets them log in at this time. True or false, never null: it may be turned round. */
export function enabled(now: number) {
  return sql<SqlBool>`(users."disabledAt" is null
    or (users."disabledUntil" is not null and users."disabledUntil" <= ${now}))`;
}

import { keepUser, readUser, useUser } from '../../../session/session.ts';

/** Remembers in this browser whom the member has blocked, so that screens change at once. */
export function rememberBlocked(userId: number, isBlocked: boolean) {
  const user = readUser();
  if (!user) return;
  const others = (user.blocked ?? []).filter((id) => id !== userId);
  keepUser({ ...user, blocked: isBlocked ? [...others, userId] : others });
}

/** People without those whom the member has blocked; a member stored by an older version has no list. */
export function useHeard<Person extends { id: number }>(people: Person[]) {
  const blocked = useUser()?.blocked ?? [];
  return people.filter(({ id }) => !blocked.includes(id));
}

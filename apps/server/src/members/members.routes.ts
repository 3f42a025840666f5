/** Nouns of the district that have calls, each loaded with its first call. */
export const membersRoutes = {
  accounts: () => import('./accounts/accounts.routes.ts'),
  'admin-registration': () => import('./registration/admin-registration.routes.ts'),
  activity: () => import('./activity/activity.routes.ts'),
  follows: () => import('./follows/follows.routes.ts'),
  guests: () => import('./guests/guests.routes.ts'),
  members: () => import('./members/members.routes.ts'),
  merges: () => import('./merges/merges.routes.ts'),
  passkeys: () => import('./passkeys/passkeys.routes.ts'),
  'sign-ins': () => import('./sign-ins/sign-ins.routes.ts'),
  social: () => import('./social/social.routes.ts'),
  wechat: () => import('./wechat/wechat.routes.ts'),
};

import type { office } from '@mojian/contract/admin/office';
import type { Reply } from '@mojian/contract/endpoint';
import type { Permission } from '@mojian/contract/permissions';
import { useRouteLoaderData } from 'react-router';

export type Office = Reply<typeof office.enter>;

/** Who is here, what they may do and what waits. `may` asks the same table as the server. */
export function useOffice() {
  const office = useRouteLoaderData('office') as Office;
  return { ...office, may: (permission: Permission) => office.permissions.includes(permission) };
}

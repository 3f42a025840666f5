import { type BelongsTo, isOn } from '@mojian/contract/core/features';
import type { Permission } from '@mojian/contract/core/permissions';
import { useSyncExternalStore } from 'react';
import { readOffice, watchOffice } from './load-office.ts';

/** Who is here, what they may do, what the site has and what waits. `may` asks the same table as the server; a demo account only looks. */
export function useOffice() {
  const office = useSyncExternalStore(watchOffice, readOffice);
  return {
    ...office,
    isDemo: office.role === 'demo',
    has: (belongsTo: BelongsTo | undefined) => isOn(office.features, belongsTo),
    may: (permission: Permission) => office.permissions.includes(permission),
  };
}

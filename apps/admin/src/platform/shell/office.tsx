import { sealCharacter, sealUrl } from '@mojian/contract/core/icons';
import type { office } from '@mojian/contract/operations/office';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { type BelongsTo, isOn } from '@mojian/contract/platform/features';
import type { Permission } from '@mojian/contract/platform/permissions';
import defaultSeal from '@mojian/ui/seal.svg?url&no-inline';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../http-api.ts';
import { queryClient } from '../query.ts';
import { useOnDemand } from './on-demand.ts';

type Office = Reply<typeof office.enter>;

const queryKey = ['office'];
const officeQuery = {
  queryKey,
  queryFn: () => api.office.enter(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retryOnMount: false,
};

/**
 * Fetches who is signed in and what waits. Once loaded, a refused refetch keeps the page, which may hold unsaved input.
 * @throws Failure when nothing was loaded before.
 */
export async function loadOffice() {
  if (queryClient.getQueryData(queryKey) === undefined) return queryClient.fetchQuery(officeQuery);
  await queryClient.refetchQueries({ queryKey });
  return queryClient.getQueryData<Office>(queryKey);
}

/** Undefined until the first load. */
export const useOfficeIfLoaded = () => useQuery(officeQuery).data;

/** Returns who is signed in, their permissions, the site's features and what waits. The shell is drawn only once it is loaded. */
export function useOffice() {
  const office = useOfficeIfLoaded() as Office;
  return {
    ...office,
    isDemo: office.role === 'demo',
    has: (belongsTo: BelongsTo | undefined) => isOn(office.features, belongsTo),
    may: (permission: Permission) => office.permissions.includes(permission),
  };
}

export const demoHint = '演示模式，不允许操作';

/** Wraps a button that changes something: the demo account sees it disabled, with the reason. */
export function DemoHint({ children }: { children: (isDemo: boolean) => React.ReactNode }) {
  const { isDemo } = useOffice();
  if (!isDemo) return children(false);
  return <Hinted>{children(true)}</Hinted>;
}

function Hinted({ children }: { children: React.ReactNode }) {
  const [Hint, load] = useOnDemand(async () => (await import('./hint.tsx')).Hint);
  const loadHint = useEffectEvent(load);
  useEffect(() => loadHint(), []);
  const button = <span>{children}</span>;
  return Hint ? <Hint title={demoHint}>{button}</Hint> : button;
}

/** Address of the site's logo or seal; the product's own seal where the owner wants none. */
export function siteSeal({ logo, name }: { logo: string; name: string }) {
  return logo || (sealCharacter(name) === '' ? defaultSeal : sealUrl(name));
}

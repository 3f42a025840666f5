import { type Provider, providerNumbers } from '@mojian/contract/members/social';
import type { Db } from '../../platform/db/schema.ts';
import { readSettings } from './settings.ts';

export function isSetUp({ id, secret }: { id: string; secret: string }) {
  return id !== '' && secret !== '';
}

/** The keys of a provider that is set up and that the owner allows; nothing for any other. */
export async function findKeys(db: Db, provider: Provider) {
  const { social, logins } = await readSettings(db);
  const keys = social[provider];
  return isSetUp(keys) && logins.types.includes(providerNumbers[provider]) ? keys : undefined;
}

import { afterEach, beforeEach } from 'vitest';
import { testSite } from './site.ts';

type Site = Awaited<ReturnType<typeof testSite>>;

/** A site of its own for each test of the file: it stands before the file's own preparations, and ends after its own. */
export function freshSite(...options: Parameters<typeof testSite>): Site {
  const site = {} as Site;
  beforeEach(async () => void Object.assign(site, await testSite(...options)));
  afterEach(() => site.close());
  return site;
}

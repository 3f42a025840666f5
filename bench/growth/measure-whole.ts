import { whole } from './calls.ts';
import type { GrownSite } from './sites.ts';

/** Times acts that write every row, once per site. Returns lines of the report. */
export async function measureWhole(sites: GrownSite[]) {
  for (const { db, author } of sites)
    await db
      .updateTable('notices')
      .set({ readAt: null })
      .where('userId', '=', author.id)
      .where('kind', '=', 1)
      .execute();
  const lines: string[] = [];
  for (const [name, act] of whole) {
    const times: number[] = [];
    for (const site of sites) {
      const begun = performance.now();
      await act(site, 0);
      times.push(performance.now() - begun);
    }
    lines.push(`  ${times.map((time) => time.toFixed(1).padStart(8)).join('')} 毫秒  ${name}`);
  }
  return lines;
}

import { openCorpus } from './corpus.ts';
import { createSearch } from '../apps/server/src/search/search.ts';
import { openDatabase } from '../apps/server/src/db/open.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
const which = process.argv[2];
const lite = await openCorpus('/tmp/series-corpus.db');
let db = lite; 
const search = createSearch(which === 'pg' ? 'postgres' : 'sqlite');
const rows = await lite.selectFrom('articles').select(['id','title','summary','markdown']).where('id','<=', 10000).execute();
if (which === 'pg') {
  db = openDatabase(process.argv[3]!);
  await migrate(db, 'postgres');
  for (let from = 0; from < rows.length; from += 200)
    await db.transaction().execute(async (trx) => { for (const r of rows.slice(from, from + 200)) await search.index(trx, { ...r, body: r.markdown.slice(0, 400) }); });
}
const times: number[] = []; let found = 0;
for (let i = 0; i < 440; i++) {
  const r = rows[(i * 7919) % rows.length]!;
  let best = 1e9; let a: unknown[] = [];
  for (let k = 0; k < 4; k++) { const t = performance.now();
  a = await search.alike(db, { title: r.title, text: r.summary, besides: r.id });
  best = Math.min(best, performance.now() - t); }
  if (i >= 40) times.push(best);
  found += a.length;
}
times.sort((a, b) => a - b);
const at = (p: number) => times[Math.floor(times.length * p)]!.toFixed(2);
console.log(which, 'p50', at(0.5), 'p99', at(0.99), 'max', at(0.9999), 'found per', found / 440);
await db.destroy();

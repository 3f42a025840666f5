import { execFileSync } from 'node:child_process';
import { startPostgres } from '../apps/server/test/start-postgres.ts';

const pg = await startPostgres();
console.log(execFileSync('node', ['bench/tmp-alike.ts', 'pg', pg.url], { encoding: 'utf8' }));
await pg.stop();
process.exit(0);

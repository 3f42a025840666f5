import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../e2e/site.ts';
import { waitForJobs } from '../server-use.ts';

const articles = 1000;

/**
 * Starts a checkout's built program on a site of 1,000 articles, and waits until its first jobs rest; `paths` are those
 * of the listed ones.
 */
export async function startThousand(program: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-render-'));
  await fillThousand(program, join(dataDir, 'mojian.db'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = { DATA_DIR: dataDir, SAMPLE_CONTENT: '0', TRUST_PROXY: '1', PORT: port, SITE_URL: url };
  const { flags, environment } = launcherOf(program);
  const quiet = { LOG_LEVEL: 'error', SMTP_URL: 'keep:', NODE_ENV: 'production' };
  const env = { ...environment, ...process.env, ...settings, ...quiet };
  const entry = join(program, 'apps/server/build/mojian.js');
  const child = spawn(process.execPath, [...flags, entry, 'start'], { env });
  child.stderr.pipe(process.stderr);
  await new Promise<void>((done) => child.stdout.on('data', (chunk) => String(chunk).includes('已启动') && done()));
  await waitForJobs(child.pid ?? 0);
  const map = await (await fetch(`${url}/sitemap.xml`)).text();
  const addresses = [...map.matchAll(/<loc>([^<]+\/sitemap-\d+\.xml)<\/loc>/g)].map(([, address = '']) => address);
  const maps = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
  const paths = [...[map, ...maps].join('').matchAll(/<loc>[^<]+?(\/article\/[^<]+)<\/loc>/g)].map(
    ([, path = '']) => path,
  );
  return {
    url,
    pid: child.pid,
    paths,
    async remove() {
      child.kill('SIGTERM');
      await new Promise((done) => child.on('exit', done));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fills a database by the checkout's own code: an older program refuses that of a newer one. */
async function fillThousand(program: string, file: string) {
  const own = resolve(import.meta.dirname, '../..');
  const template: typeof import('../../apps/server/test/grown/template.ts') = await import(
    resolve(program, 'apps/server/test/grown/template.ts')
  );
  const templates = (program === own && process.env.GROWN_SITES) || join(program, 'bench/.data');
  await template.copyGrown(templates, articles, file);
}

/** Reads from a checkout's own launcher the flags for Node, with those of MOJIAN_BENCH_NODE, and the settings of its memory. */
function launcherOf(program: string) {
  const launcher = readFileSync(join(program, 'scripts/serve.js'), 'utf8');
  const flags = [...launcher.matchAll(/'(--[\w-]+(?:=\d+)?)'/g)].map(([, flag = '']) => flag);
  const environment = Object.fromEntries(
    [...launcher.matchAll(/process\.env\.(MALLOC_\w+) \?\?= '(\d+)'/g)].map(([, name = '', value]) => [name, value]),
  );
  return { flags: [...flags, ...(process.env.MOJIAN_BENCH_NODE?.split(' ') ?? [])], environment };
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signIn } from '../../apps/server/src/core/sessions/sessions.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { copyGrown } from '../../apps/server/test/grown/template.ts';
import { startSite } from '../../e2e/site.ts';
import { paragraphs, sentence } from '../corpus.ts';
import { waitForJobs } from '../server-use.ts';

const templates = process.env.GROWN_SITES ?? resolve(import.meta.dirname, '../.data');

/**
 * Starts this program on a site of so many articles of 3,000 characters, for the owner to write on. It ran before until
 * nothing was left to do behind, as on a site that published its articles itself; then it is started anew.
 */
export async function startOurs(articles: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mojian-rivals-'));
  const file = join(dataDir, 'mojian.db');
  await copyGrown(templates, articles, file);
  const db = openDatabase(file);
  await migrate(db, 'sqlite');
  const { token } = await signIn(db, { userId: 1, way: 'password', caller: { address: '127.0.0.1', agent: '' } });
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .where('publishedAt', '<', Date.now())
    .where('kind', '=', 'article')
    .orderBy('id')
    .execute();
  const { name: category } = await db.selectFrom('categories').select('name').limit(1).executeTakeFirstOrThrow();
  await db.destroy();
  const settings = { DATA_DIR: dataDir, SAMPLE_CONTENT: '0', TRUST_PROXY: '1' };
  const first = await startSite(settings);
  await waitForJobs(first.pid ?? 0);
  await first.stop();
  const site = await startSite(settings);
  const send = (path: string, body: object) =>
    fetch(site.url + path, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const commented = rows[Math.floor(rows.length / 2)]?.id;

  return {
    name: '墨笺',
    url: site.url,
    pids: () => [site.pid ?? 0],
    article: (n: number) => `/article/${rows[n % rows.length]?.id}`,
    home: (n: number) => `/?page=${2 + (n % 90)}`,
    list: '/v1/article/?pageSize=10',
    search: `/v1/article/search?keyword=${encodeURIComponent(sentence(17, 2))}`,
    publish: async (n: number) => {
      const content = { title: sentence(n, 12), markdown: paragraphs(n).join('\n\n'), category, tags: ['测'] };
      const made = await send('/v1/article/', { key: `rivals-${n}-${Date.now()}`, content });
      const { data, message } = (await made.json()) as {
        data: { id: number; version: number } | null;
        message: string;
      };
      if (!data) throw new Error(`没有建成草稿：${message}`);
      return send('/v1/article/submit', { id: data.id, version: data.version });
    },
    comment: (n: number) => send('/v1/comment/', { articleId: commented, text: `写得好，第 ${n} 次来` }),
    stop: () => site.remove(),
  };
}

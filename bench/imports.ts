import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { wordpressFile } from '../apps/server/test/wordpress-file.ts';
import { measure, type Site } from './backup.ts';

/** Imports a WordPress file, of about 200 MB by default, again, and on PostgreSQL, within the site's heap: time and memory. */
export async function measureImports([articles = '10000', paragraphs = '120']: string[]) {
  const size = { articles: Number(articles), commentsEach: 5, paragraphs: Number(paragraphs) };
  const folder = await mkdtemp(join(tmpdir(), 'mojian-bench-imports-'));
  const { startPostgres } = await import('../apps/server/test/start-postgres.ts');
  const { command } = await import('../apps/server/test/database.ts');
  const server = await startPostgres();
  try {
    const file = join(folder, 'wordpress.xml');
    await pipeline(Readable.from(wordpressFile(size)), createWriteStream(file));
    const megabytes = ((await stat(file)).size / 2 ** 20).toFixed(0);
    const comments = size.articles * size.commentsEach;
    console.log(`WordPress 导出 ${megabytes} MB：${size.articles} 篇文章，${comments} 条评论`);
    await command(server.url, 'create database imports');
    const url = new URL(server.url);
    url.pathname = '/imports';
    const sqlite: Site = { DATA_DIR: join(folder, 'a') };
    await measure('SQLite 导入', 'import', file, sqlite);
    await measure('SQLite 再导入一遍', 'import', file, sqlite);
    await measure('PostgreSQL 导入', 'import', file, { DATA_DIR: join(folder, 'b'), DATABASE_URL: url.href });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { emptyFile, ofKind, readSource, samples, sourceOf, sourceOfFiles } from '../../test/import-sources.ts';
import { writeSource } from '../../test/write-source.ts';
import { artalk } from './artalk/artalk.ts';
import { typecho } from './typecho/typecho.ts';
import { valine } from './valine/valine.ts';
import { waline } from './waline/waline.ts';

const folder = samples ?? '';

/** Real files of other systems, in the folder named by IMPORT_SAMPLES. */
describe.skipIf(!samples)('real files', () => {
  test("Valine's comments equal those that Artransfer converts", async () => {
    const [ours, theirs] = await Promise.all([
      readSource(valine, await sourceOf(join(folder, 'comments/Valine.sample'))),
      readSource(artalk, await sourceOf(join(folder, 'comments/Valine.artrans'))),
    ]);
    const [mine, wanted] = [ofKind(ours, 'comment'), ofKind(theirs, 'comment')];
    expect(mine).toHaveLength(2);
    // the page shows insertedAt, which Artransfer passes over: two or three seconds earlier
    for (const [index, comment] of mine.entries())
      expect(Math.abs((wanted[index]?.createdAt ?? 0) - (comment.createdAt ?? 0))).toBeLessThan(5000);
    expect(mine.map((comment) => ({ ...comment, createdAt: 0 }))).toEqual(
      wanted.map((comment) => ({ ...comment, createdAt: 0 })),
    );
    expect([ours.losses, theirs.losses, ours.error]).toEqual([[], [], undefined]);
  });

  test('WordPress comments converted by Artransfer are read completely', async () => {
    const source = await sourceOf(join(folder, 'comments/WordPress.artrans'));
    expect(await artalk.recognizes(source)).toBe(true);
    const rows = JSON.parse(await readFile(source.path, 'utf8'));
    const result = await readSource(artalk, source);
    expect(result.losses).toEqual([]);
    expect(
      ofKind(result, 'comment').map(({ key, author, parent }) => [key, author.name, author.email, parent]),
    ).toEqual(
      rows.map((row: Record<string, string>) => [
        row.id,
        row.nick,
        row.email?.toLowerCase(),
        row.rid && row.rid !== '0' ? row.rid : null,
      ]),
    );
  });

  test("Artalk's comments are read with their authors, pages and votes", async () => {
    const names = ['comments', 'pages', 'sites', 'users', 'votes'];
    const source = await sourceOfFiles(names.map((name) => join(folder, `artalk/${name}.yml`)));
    expect(await artalk.recognizes(source)).toBe(true);
    const result = await readSource(artalk, source);
    const written = (await readFile(join(folder, 'artalk/comments.yml'), 'utf8')).match(/^- id:/gm)?.length;
    const comments = ofKind(result, 'comment');
    expect(comments).toHaveLength(written ?? 0);
    expect(comments[0]).toMatchObject({
      key: '1000',
      likes: 4,
      author: { name: 'admin', email: 'admin@qwqaq.com' },
      on: { address: '/test/1000.html', title: '测试页面标题 1000' },
    });
    expect(comments[4]).toMatchObject({ key: '1004', parent: '1002' });
    expect(result.error).toBeUndefined();
    expect(result.losses.map((loss) => loss.split('｜')[0])).toEqual(['阅读数', '站点']);
    expect(JSON.stringify(result)).not.toContain('123456');
  });

  test.each(['SQLite.sql', 'Mysql.sql', 'Pgsql.sql'])(
    "Typecho's own tables of %s are recognised and read",
    async (name) => {
      const tables = (await readFile(join(folder, 'typecho', name), 'utf8'))
        .replaceAll('%engine%', 'InnoDB')
        .replaceAll('%charset%', 'utf8mb4');
      const quote = name === 'Mysql.sql' ? '`' : '"';
      const q = (word: string) => `${quote}${word}${quote}`;
      const rows = `
INSERT INTO ${q('typecho_contents')} VALUES (1, '标题', 'start', 1700000000, 1700000000, '<!--markdown-->正文', 0, 1, NULL, 'post', 'publish', NULL, 1, '1', '1', '1', 0);
INSERT INTO ${q('typecho_comments')} (${['coid', 'cid', 'created', 'author', 'text'].map(q).join(', ')}) VALUES (1, 1, 1700000000, '客', '好');
INSERT INTO ${q('typecho_metas')} VALUES (1, '默认分类', 'default', 'category', NULL, 1, 1, 0);
INSERT INTO ${q('typecho_relationships')} VALUES (1, 1);
INSERT INTO ${q('typecho_options')} VALUES ('siteUrl', 0, 'https://site.cn');
INSERT INTO ${q('typecho_users')} (${['uid', 'name'].map(q).join(', ')}) VALUES (1, 'admin');\n`;
      const source = await writeSource(tables + rows, name);
      expect(await typecho.recognizes(source)).toBe(true);
      const result = await readSource(typecho, source);
      expect([result.losses, result.error]).toEqual([[], undefined]);
      expect(result.items.map(({ kind }) => kind)).toEqual(['site', 'category', 'article', 'comment']);
      if (name !== 'SQLite.sql') return;

      const path = await emptyFile('typecho.db');
      const db = new DatabaseSync(path);
      db.exec(tables + rows);
      db.close();
      const file = await readSource(typecho, await sourceOf(path));
      expect(file).toEqual(result);
    },
  );

  test("Waline's own table definitions are recognised, as SQL and as a SQLite file", async () => {
    const tables = await readFile(join(folder, 'waline/waline.sqlite.sql'), 'utf8');
    const row = `INSERT INTO wl_Comment (id, nick, comment, status, url, "like", sticky, insertedAt) VALUES (1, '客', '好', 'approved', '/', 2, 1, '2024-01-01 08:00:00');\n`;
    const source = await writeSource(`PRAGMA foreign_keys=OFF;\n${tables}${row}`, 'waline.sql');
    expect(await waline.recognizes(source)).toBe(true);
    const result = await readSource(waline, source);
    expect(ofKind(result, 'comment')).toMatchObject([
      { key: '1', likes: 2, pinned: true, createdAt: Date.UTC(2024, 0, 1) },
    ]);
    const path = await emptyFile('waline.sqlite');
    const db = new DatabaseSync(path);
    db.exec(tables + row);
    db.close();
    expect(await readSource(waline, await sourceOf(path))).toEqual(result);
  });
});

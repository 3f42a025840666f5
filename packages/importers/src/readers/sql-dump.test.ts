import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Loss } from '../form.ts';
import { readSqlDump, type TableRow } from './sql-dump.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sql-dump-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function read(content: string | Buffer) {
  const path = join(folder, `${count++}.sql`);
  await writeFile(path, content);
  const rows: TableRow[] = [];
  const losses: Loss[] = [];
  let error: Error | undefined;
  try {
    for await (const step of readSqlDump(path))
      if (step.kind === 'row') rows.push(step);
      else losses.push(step);
  } catch (thrown) {
    error = thrown as Error;
  }
  return {
    rows,
    values: rows.map(({ row }) => row),
    losses: losses.map(({ place, reason }) => `${place} ${reason}`),
    error,
  };
}

const mysql = (statements: string) => `-- MySQL dump 10.13\n${statements}\n-- Dump completed\n`;
const postgresql = (statements: string) =>
  `-- PostgreSQL database dump\n${statements}\n-- PostgreSQL database dump complete\n`;

describe('MySQL', () => {
  test('columns are read from CREATE TABLE without its keys', async () => {
    const { values, losses } = await read(
      mysql(`DROP TABLE IF EXISTS \`t\`;
/*!40101 SET character_set_client = utf8 */;
CREATE TABLE \`t\` (
  \`id\` int(10) unsigned NOT NULL AUTO_INCREMENT COMMENT 'it''s, a (key)',
  \`order\` decimal(3, 2) DEFAULT '0',
  \`key\` text,
  PRIMARY KEY  (\`id\`),
  UNIQUE KEY \`u\` (\`order\`,\`key\`(20)),
  KEY (\`key\`),
  CONSTRAINT \`f\` FOREIGN KEY (\`id\`) REFERENCES \`x\` (\`id\`)
) ENGINE=InnoDB /*!50100 PARTITION BY HASH (id) */;
LOCK TABLES \`t\` WRITE;
INSERT INTO \`t\` VALUES (1,-2.50,'a'),(2,NULL,'b');
UNLOCK TABLES;`),
    );
    expect(values).toEqual([
      { id: '1', order: '-2.50', key: 'a' },
      { id: '2', order: null, key: 'b' },
    ]);
    expect(losses).toEqual([]);
  });

  test('escapes, prefixes, bytes and numbers are read', async () => {
    const { values } = await read(
      mysql(
        String.raw`INSERT IGNORE INTO db.t (a,b,c,d,e,f,g) VALUES ('\'\"\\\n\r\t\0\Z\%\q''"','it''s' 'joined',_utf8mb4'名',_binary 'x',0xe5908d,X'E5908D',b'101');`,
      ),
    );
    expect(values).toEqual([
      { a: '\'"\\\n\r\t\0\x1a\\%q\'"', b: "it'sjoined", c: '名', d: 'x', e: '名', f: '名', g: '5' },
    ]);
  });

  test('double quotes are identifiers in an ANSI dump of mysqldump', async () => {
    const { values, losses } = await read(
      mysql(
        'CREATE TABLE "t" (\n  "a" int,\n  "key" text,\n  PRIMARY KEY ("a"),\n  KEY "key" ("key"(20))\n);\nINSERT INTO "t" VALUES (1,"x\\"y");',
      ),
    );
    expect([values, losses]).toEqual([[{ a: '1', key: 'x"y' }], []]);
  });

  test('ids beyond the integers of JavaScript keep all digits', async () => {
    const { values } = await read(mysql('REPLACE INTO `t` (`id`) VALUES (1752603291837542401);'));
    expect(values).toEqual([{ id: '1752603291837542401' }]);
  });

  test('comments, triggers and procedures are skipped', async () => {
    const { values, losses } = await read(
      mysql(`# a comment; INSERT INTO t (a) VALUES ('no');
-- another 'comment
INSERT INTO t (a) VALUES ('--not a comment'),('/* nor this */'),('# nor this');
DELIMITER ;;
CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN INSERT INTO t (a) VALUES ('no'); END ;;
DELIMITER ;
/*!50003 CREATE TRIGGER y BEFORE INSERT ON t FOR EACH ROW INSERT INTO t (a) VALUES ('no') */;
INSERT INTO t (a) VALUES ('last') ON DUPLICATE KEY UPDATE a='no';`),
    );
    expect(values.map(({ a }) => a)).toEqual(['--not a comment', '/* nor this */', '# nor this', 'last']);
    expect(losses).toEqual([]);
  });

  test('an expression is not evaluated', async () => {
    const { values, losses } = await read(
      mysql("INSERT INTO t (a,b) VALUES (SLEEP(10),'x'),(1+1,LOAD_FILE('/etc/passwd'));"),
    );
    expect(values).toEqual([
      { a: null, b: 'x' },
      { a: null, b: null },
    ]);
    expect(losses).toEqual(['第 2 行 「a」是算式，没有计算，当作空', '第 2 行 「a、b」是算式，没有计算，当作空']);
  });

  test('GBK and UTF-16 are recognised, and CRLF is not part of a value', async () => {
    const gbk = Buffer.concat([
      Buffer.from("-- phpMyAdmin SQL Dump\r\nINSERT INTO `t` (`a`) VALUES\r\n('"),
      Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
      Buffer.from("');\r\n"),
    ]);
    expect((await read(gbk)).values).toEqual([{ a: '中文' }]);
    const text = "\uFEFFINSERT INTO `t` (`a`) VALUES ('中文');";
    expect((await read(Buffer.from(text, 'utf16le'))).values).toEqual([{ a: '中文' }]);
    expect((await read(Buffer.from(text.slice(1), 'utf16le'))).values).toEqual([{ a: '中文' }]);
  });

  test('binary bytes do not garble Chinese text that follows later', async () => {
    const picture = Buffer.from(Array.from({ length: 3000 }, (_each, index) => 128 + ((index * 37) % 100)));
    const start = Buffer.from("-- MySQL dump 10.13\nINSERT INTO p (b) VALUES (_binary '");
    const rest = Buffer.from(`');\nINSERT INTO t (a) VALUES ('${'春眠不觉晓'.repeat(60_000)}');\n-- Dump completed\n`);
    const { rows } = await read(Buffer.concat([start, picture, rest]));
    expect(rows[1]?.row.a?.slice(0, 10)).toBe('春眠不觉晓春眠不觉晓');
  });

  test('a broken byte does not garble the rest', async () => {
    const bytes = Buffer.from(mysql("INSERT INTO t (a) VALUES ('中文中文中文中文?');"));
    bytes[bytes.indexOf('?')] = 0xff;
    const { values, losses } = await read(bytes);
    expect(values).toEqual([{ a: '中文中文中文中文\uFFFD' }]);
    expect(losses).toEqual(['第 2 行起 有 1 处字节不成文字，显示为 \uFFFD']);
  });
});

describe('PostgreSQL', () => {
  test('COPY lines and INSERTs are read, with literal backslashes in standard strings', async () => {
    const { values, losses } = await read(
      postgresql(String.raw`\restrict abc
SET standard_conforming_strings = on;
CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO t (a) VALUES ('no'); END; $$;
CREATE TABLE public.t (
    a integer DEFAULT nextval('s'::regclass) NOT NULL,
    "b" character varying(150) DEFAULT NULL::character varying
);
COPY public.t (a, "b") FROM stdin;
1	x\ty\\z\n\N
2	\N
3	\344\270\255

\.
INSERT INTO public.t VALUES (4, 'C:\dir'::text), (5, E'a\n\'b''');
INSERT INTO public.t (a, b) OVERRIDING SYSTEM VALUE VALUES (6, true);`),
    );
    expect(values).toEqual([
      { a: '1', b: 'x\ty\\z\nN' },
      { a: '2', b: null },
      { a: '3', b: '中' },
      { a: '4', b: 'C:\\dir' },
      { a: '5', b: "a\n'b'" },
      { a: '6', b: '1' },
    ]);
    expect(losses).toEqual(['第 13 行 有 1 个值，表有 2 列']);
  });
});

describe('SQLite', () => {
  test("sqlite3's encoding of line ends is undone, and triggers are skipped", async () => {
    const { values } = await read(String.raw`PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "t" ("a" INTEGER, b text, [c d] text, PRIMARY KEY("a" AUTOINCREMENT));
CREATE TRIGGER x AFTER INSERT ON t BEGIN UPDATE t SET b = CASE WHEN 1 THEN 'no' END; INSERT INTO t VALUES (9,'no','no'); END;
INSERT INTO t VALUES(1,'it''s \n',replace(replace('a\nb\r','\n',char(10)),'\r',char(13)));
INSERT INTO t VALUES(2,unistr('a\u000ab\\'),X'e4b8ad');
COMMIT;`);
    expect(values).toEqual([
      { a: '1', b: "it's \\n", 'c d': 'a\nb\r' },
      { a: '2', b: 'a\nb\\', 'c d': '中' },
    ]);
  });
});

describe('broken files', () => {
  test('rows before the cut are kept, and the line of the cut is named', async () => {
    const { values, error } = await read("-- MySQL dump\nINSERT INTO t (a) VALUES ('1'),\n('2'),\n('3");
    expect(values).toEqual([{ a: '1' }, { a: '2' }]);
    expect(error?.message).toBe('文件在第 4 行的一个值中间断了，后面的没有');
    const between = await read("-- MySQL dump\nINSERT INTO t (a,b) VALUES ('1','2'),\n('2',");
    expect([between.values.length, between.error?.message]).toEqual([1, '文件在第 3 行断了，后面的没有']);
  });

  test('a dump cut between two statements is noticed by its missing end mark', async () => {
    const { losses } = await read("-- MySQL dump 10.13\nINSERT INTO t (a) VALUES ('1');\n");
    expect(losses).toEqual(['结尾 没有导出程序写在最后的结束标记，文件可能不完整']);
  });

  test('an unreadable statement is skipped alone', async () => {
    const { values, losses } = await read(
      mysql(
        "INSERT INTO t (a) VALUES ('1');\nINSERT INTO t (a) VALUES (;;\nINSERT INTO t SELECT 1;\nINSERT INTO t (a) VALUES ('2','3'),('4');\nINSERT INTO u VALUES (1);",
      ),
    );
    expect(values).toEqual([{ a: '1' }, { a: '4' }]);
    expect(losses).toEqual([
      '第 3 行 写法读不懂，跳到了下一条语句',
      '第 4 行 表 t 的这条 INSERT 不是逐行的值，没有读',
      '第 5 行 有 2 个值，表有 1 列',
      '第 6 行 表 u 的列名不在文件里，这条 INSERT 没有读',
    ]);
  });

  test('a name with line breaks is reported in one line', async () => {
    const { losses } = await read(mysql('INSERT INTO `t (a)\nVALUES (1);\nCREATE TABLE `u` VALUES (1);'));
    expect(losses).toEqual(['第 2 至 4 行 表 t (a) VALUES (1); CREATE TABLE 的这条 INSERT 不是逐行的值，没有读']);
  });

  test('an unclosed quote ends the reading with its line', async () => {
    const { error } = await read(`-- MySQL dump\nINSERT INTO t (a) VALUES ('${'x'.repeat(33 * 1024 * 1024)}`);
    expect(error?.message).toBe('第 2 行起有一个值没有结束，后面的没有读');
  });

  test('an empty file and a picture have no rows', async () => {
    expect(await read('')).toMatchObject({ rows: [], error: undefined });
    expect((await read(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).rows).toEqual([]);
  });
});

describe('reads back what a dump writes', () => {
  const cell = fc.oneof(
    fc.constant(null),
    // U+FFFD stands for a byte that is no text, and is reported as one
    fc.string({ unit: 'binary' }).filter((text) => !text.includes('\ufffd')),
    fc.string(),
    fc.constantFrom("'", '\\', "\\'", '\0', '\n', "''", '\\\\', '--', ';', ')', '\u2028'),
  );
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 40 });
  const escapes = new Map([
    ['\0', '\\0'],
    ['\n', '\\n'],
    ['\r', '\\r'],
    ['\x1a', '\\Z'],
    ["'", "\\'"],
    ['"', '\\"'],
    ['\\', '\\\\'],
  ]);
  const mysqlText = (text: string) => `'${[...text].map((character) => escapes.get(character) ?? character).join('')}'`;
  const forms: [string, (rows: (string | null)[][]) => string][] = [
    [
      'MySQL',
      (rows) =>
        mysql(
          `INSERT INTO \`t\` (\`a\`,\`b\`) VALUES ${rows.map((row) => `(${row.map((each) => (each === null ? 'NULL' : mysqlText(each))).join(',')})`).join(',')};`,
        ),
    ],
    [
      'SQLite',
      (rows) =>
        `PRAGMA foreign_keys=OFF;\n${rows.map((row) => `INSERT INTO "t" ("a","b") VALUES(${row.map((each) => (each === null ? 'NULL' : `'${each.replaceAll("'", "''")}'`)).join(',')});`).join('\n')}`,
    ],
    [
      'PostgreSQL',
      (rows) =>
        postgresql(
          `COPY t (a, b) FROM stdin;\n${rows.map((row) => row.map((each) => (each === null ? '\\N' : each.replace(/[\\\t\n\r]/g, (character) => `\\${{ '\t': 't', '\n': 'n', '\r': 'r' }[character] ?? character}`))).join('\t')).join('\n')}\n\\.\n`,
        ),
    ],
  ];
  test.each(forms)('%s', async (_name, write) => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const wanted = rows.map((row) => row.map((each) => (each === null ? null : each.toWellFormed())));
        const { values, losses, error } = await read(write(wanted));
        expect(error).toBeUndefined();
        expect(losses).toEqual([]);
        expect(values).toEqual(wanted.map(([a, b]) => ({ a, b })));
      }),
      { numRuns: 60 },
    );
  });
});

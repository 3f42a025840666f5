import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDraft, saveDraft } from '../apps/server/src/content/drafts/drafts.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/db/open.ts';
import type { Viewer } from '../apps/server/src/platform/http/viewer.ts';
import { articleContent } from '../packages/contract/src/content/article-content.ts';

const rounds = 200;
const characters = 100_000;

/** Measures saving a draft of 100,000 characters beside a bare insert of the same size on the same disk. */
export async function measureDrafts() {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-bench-'));
  try {
    const bare = await median(bareInserts(join(folder, 'bare.db')));
    const save = await median(await saves(join(folder, 'site.db')));
    const figures = [`保存 ${save.toFixed(1)} ms`, `单单写入 ${bare.toFixed(1)} ms`, `${(save / bare).toFixed(1)} 倍`];
    process.stdout.write(`草稿 ${characters} 字，各 ${rounds} 次，中位数：${figures.join('，')}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Generates a different text of the same length each time. */
function textOf(round: number) {
  return `第${String(round).padStart(5, '0')}次。${'春雨惊春清谷天，夏满芒夏暑相连。\n\n'.repeat(characters / 18)}`.slice(
    0,
    characters,
  );
}

function bareInserts(file: string) {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table texts (text text not null)');
  const insert = database.prepare('insert into texts (text) values (?)');
  return async (round: number) => void insert.run(textOf(round));
}

async function saves(file: string) {
  const db = openDatabase(file);
  await migrate(db, 'sqlite');
  const owner = { nickname: '站长', role: 'owner', email: null, passwordHash: null, createdAt: 0 } as const;
  const { id } = await db.insertInto('users').values(owner).returning('id').executeTakeFirstOrThrow();
  const viewer: Viewer = { id, role: 'owner', sessionId: 1, signedInAt: 0 };
  let draft = await createDraft(db, viewer, { key: 'bench-key', content: articleContent.parse({}) });
  return async (round: number) => {
    const content = articleContent.parse({ title: '春天', markdown: textOf(round) });
    draft = await saveDraft(db, viewer, { ...draft, content });
  };
}

async function median(work: (round: number) => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work(round);
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[rounds / 2] ?? 0;
}

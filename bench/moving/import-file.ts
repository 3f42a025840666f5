import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { kindWords, outcomeWords } from '@mojian/contract/operations/import-words';
import type { ImportRunDetail, ImportWork } from '@mojian/contract/operations/imports';
import { largestPiece } from '@mojian/contract/platform/rules';
import { signIn } from '../../apps/server/src/core/sessions/sessions.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import type { Site } from '../../e2e/site.ts';

/** Imports a file into a fresh site as the screen 「搬家」 does, and prints what became of it. */
export async function importFile(site: Site, file: string) {
  const authorization = await ownerOf(site);
  const call = async <T>(path: string, body?: object) => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    const method = body ? 'POST' : 'GET';
    const answer = await fetch(`${site.url}/v1/admin/imports/${path}`, { method, headers, body: JSON.stringify(body) });
    const { data, message } = (await answer.json()) as { data: T; message: string };
    if (!answer.ok) throw new Error(`${path}：${message}`);
    return data;
  };
  const finished = async () => {
    for (;;) {
      const work = await call<ImportWork>('work');
      if (work.state === 'failed') throw new Error(work.failure);
      if (work.state === 'done') return work;
      await setTimeout(500);
    }
  };
  const upload = randomUUID();
  await send(file, (piece, from, total) => {
    const form = new FormData();
    form.set('file', piece, basename(file));
    const query = new URLSearchParams({ id: upload, from: String(from), total: String(total) });
    const url = `${site.url}/v1/admin/imports/upload?${query}`;
    return fetch(url, { method: 'POST', headers: { authorization }, body: form });
  });
  const input = { upload, fileName: basename(file) };
  await call('preview', input);
  const { preview } = await finished();
  const authors = Object.fromEntries(
    (preview?.authors ?? []).flatMap(({ key, userId }) => (userId === null ? [] : [[key, userId]])),
  );
  await call('', { ...input, options: { authors, matches: {}, site: '', overwrite: false } });
  const { runId } = await finished();
  print(await call<ImportRunDetail>(`info?id=${runId}`));
}

async function ownerOf({ dataDir }: Site) {
  const db = openDatabase(join(dataDir, 'mojian.db'));
  try {
    const person = { nickname: '站长', role: 'owner', email: null, passwordHash: null, createdAt: Date.now() } as const;
    const known = await db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirst();
    const { id: userId } =
      known ?? (await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow());
    return (await signIn(db, { userId, way: 'password', caller: { address: '127.0.0.1', agent: '' } })).token;
  } finally {
    await db.destroy();
  }
}

async function send(file: string, put: (piece: Blob, from: number, total: number) => Promise<Response>) {
  const whole = await openAsBlob(file);
  for (let from = 0; from < whole.size; from += largestPiece) {
    const answer = await put(whole.slice(from, from + largestPiece), from, whole.size);
    if (!answer.ok) throw new Error(`上传：${answer.status} ${await answer.text()}`);
  }
}

function print({ counts, losses, pictures }: ImportRunDetail) {
  for (const { kind, inFile, ...outcomes } of counts) {
    const pieces = Object.entries(outcomes).filter(([, count]) => count > 0);
    const said = pieces.map(([name, count]) => `${outcomeWords[name as keyof typeof outcomeWords]} ${count}`);
    console.log(`${kindWords[kind]} ${inFile}：${said.join('，')}`);
  }
  for (const { thing, reason, count, places } of losses)
    console.log(`  ${thing} ×${count}：${reason}（${places.slice(0, 3).join('、')}）`);
  console.log(`远处的图片：等着 ${pictures.waiting}，取到 ${pictures.done}，取不到 ${pictures.dead}`);
}

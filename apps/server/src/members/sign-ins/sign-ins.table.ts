import type { Db } from '../../platform/db/schema.ts';
import { table } from '../../platform/db/table.ts';

export const signIns = table('signIns', {
  columns: { userId: 'left out: whose archive it is', day: 'archive' },
  archive: { file: 'sign-ins.json', about: '签到的日子', rows: listDays },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});

async function listDays(db: Db, userId: number) {
  const rows = await db.selectFrom('signIns').select('day').where('userId', '=', userId).orderBy('day').execute();
  return rows.map(({ day }) => day);
}

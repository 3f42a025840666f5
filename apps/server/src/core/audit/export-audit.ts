import { Readable } from 'node:stream';
import { changesOf } from '@mojian/contract/core/act-changes';
import { fieldName, valueText } from '@mojian/contract/core/act-words';
import { actWords } from '@mojian/contract/core/acts';
import { type AuditFilter, type AuditRow, auditFilter } from '@mojian/contract/core/audit';
import { csvCell } from '@mojian/contract/platform/csv-cell';
import { chinaDay } from '../../platform/china-day.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import { listActsAfter } from './admin-audit.queries.ts';
import { presentActs } from './admin-audit.ts';
import { recordAct } from './audit.ts';

type Wanted = AuditFilter & { format: 'csv' | 'json' };

const ticketKind = { name: 'audit-file', seconds: 60 };
const atOnce = 500;

/** Where the acts can be downloaded, once and soon. Who was given the address is written down. */
export function offerAudit(db: Db, viewer: Viewer, wanted: Wanted) {
  return db.transaction().execute(async (trx) => {
    const after = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '' && value !== 'all'));
    await recordAct(trx, viewer, { act: 'audit.download', after });
    return {
      url: `/v1/admin/audit/file?ticket=${await issueTicket(trx, ticketKind, wanted, { userId: viewer.id })}`,
    };
  });
}

/** The acts a ticket opens, once; read and sent piece by piece, however many there are. */
export async function openAudit(db: Db, ticket: string) {
  const wanted = await takeTicket<Wanted>(db, ticketKind, ticket);
  if (!wanted) return undefined;
  const filter = auditFilter.parse(wanted);
  const { type, write } = forms[wanted.format];
  const name = `mojian-audit-${chinaDay(Date.now())}.${wanted.format}`;
  return { name, type, stream: Readable.from(write(pieces(db, filter))) };
}

async function* pieces(db: Db, filter: AuditFilter) {
  const now = Date.now();
  let rows = await listActsAfter(db, filter, { now, limit: atOnce });
  while (rows.length > 0) {
    yield await presentActs(db, rows);
    const last = rows.at(-1);
    rows = last && rows.length === atOnce ? await listActsAfter(db, filter, { now, last, limit: atOnce }) : [];
  }
}

type Pieces = ReturnType<typeof pieces>;

const forms = {
  csv: { type: 'text/csv; charset=utf-8', write: asCsv },
  json: { type: 'application/json; charset=utf-8', write: asJson },
};

const heads = ['时间', '操作人', '操作', '代号', '对象', '名称', '之前', '之后'];

/** With the mark by which spreadsheets know UTF-8. */
async function* asCsv(acts: Pieces) {
  yield `\uFEFF${heads.map(csvCell).join(',')}\r\n`;
  for await (const some of acts) yield some.map((act) => `${cellsOf(act).map(csvCell).join(',')}\r\n`).join('');
}

/** What changed is told as the screen tells it, a line for each field. */
function cellsOf({ createdAt, actor, act, subject, title, before, after }: AuditRow) {
  const changes = changesOf(before, after);
  const told = (side: 'before' | 'after') =>
    changes
      .filter((change) => change[side] !== undefined)
      .map(({ field, ...change }) => {
        const name = fieldName({ act, subject }, field);
        return `${name && `${name}：`}${valueText({ act, subject }, field, change[side])}`;
      })
      .join('\n');
  return [createdAt, actor.name, actWords(act), act, subject, title, told('before'), told('after')];
}

async function* asJson(acts: Pieces) {
  let opening = '[\n';
  for await (const some of acts) {
    yield opening + some.map((act) => JSON.stringify(act)).join(',\n');
    opening = ',\n';
  }
  yield opening === '[\n' ? '[]\n' : '\n]\n';
}

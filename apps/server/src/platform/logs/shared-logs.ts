import { type Generated, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { LogLine } from './log-ring.ts';

type Row = Omit<LogLine, 'id'> & { process: string };

const every = 2000;
const linesAtOnce = 200;
const linesAtMost = 2000;
const shownAtMost = 500;
const withLines = (db: Db) => db.withTables<{ logLines: Row & { id: Generated<number> } }>();

/**
 * Log lines of all processes of a site on PostgreSQL: each writes its own every two seconds, of a flood only a part.
 */
export class SharedLogs {
  readonly #db: ReturnType<typeof withLines>;
  readonly #process: string;
  #waiting: Row[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, process: string) {
    this.#db = withLines(db);
    this.#process = process;
  }

  /** Takes a masked line. Never throws; what the database cannot take is lost here and stays in the process's own log. */
  add(line: Omit<LogLine, 'id'>) {
    if (this.#waiting.length < linesAtOnce) this.#waiting.push({ ...line, process: this.#process });
    this.#timer ??= setTimeout(() => void this.flush(), every).unref();
  }

  async flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#waiting.splice(0);
    if (lines.length > 0) await this.#write(lines).catch(() => {});
  }

  /** Lines of the other processes, newest first. */
  listOthers() {
    return this.#db
      .selectFrom('logLines')
      .selectAll()
      .where('process', '!=', this.#process)
      .orderBy('id', 'desc')
      .limit(shownAtMost)
      .execute();
  }

  async #write(lines: Row[]) {
    await this.#db.insertInto('logLines').values(lines).execute();
    const oldest = sql<number>`(select max(id) - ${linesAtMost} from "logLines")`;
    await this.#db.deleteFrom('logLines').where('id', '<=', oldest).execute();
  }
}

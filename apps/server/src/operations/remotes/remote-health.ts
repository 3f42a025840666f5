import { chinaTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './remotes.queries.ts';

/** `text`: where else the backups are, '' for nowhere; `trouble`: why one of the places has none of late, '' for none. */
export async function describeRemotes(db: Db) {
  const remotes = await queries.listLastUploads(db);
  const failing = remotes.find(({ failure }) => failure !== '');
  const uploaded = remotes.filter(({ lastUploadedAt }) => lastUploadedAt !== null).map(({ name }) => name);
  const since = failing?.failingSince ? `从 ${chinaTime(failing.failingSince)} 起` : '';
  return {
    text: uploaded.length === 0 ? '' : `另有一份在${uploaded.join('、')}`,
    trouble: failing ? `${since}没有抄到${failing.name}：${failing.failure}` : '',
  };
}

import type { ChatPerson } from '@mojian/contract/chat/messages';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { mayReadGroup } from './group-mode.ts';
import * as queries from './list-people.queries.ts';

const most = 8;

/** Whom the viewer may mean: first those who talked in the group lately, then others whose names begin like this. */
export async function listPeople(db: Db, viewer: Viewer, prefix: string): Promise<ChatPerson[]> {
  const key = nicknameKey(prefix);
  const lately = (await mayReadGroup(db, viewer)) ? await queries.listSpeakers(db, viewer.id, key, most) : [];
  const others = lately.length < most && key !== '' ? await queries.listNamed(db, viewer.id, key, most) : [];
  const people = new Map([...lately, ...others].map((person) => [person.id, person]));
  return [...people.values()]
    .slice(0, most)
    .map(({ role, ...person }) => ({ ...person, badge: role === 'owner' ? 'owner' : null }));
}

import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import { keepNicknameKey, listWithoutKey } from './nickname.queries.ts';

/**
 * Gives those who came before nicknames were compared by their look the key of theirs. Of two who look the same the elder
 * has it; the other keeps the name, without a claim to it. Safe to run at every start.
 */
export async function fillNicknameKeys(db: Db) {
  for (const { id, nickname } of await listWithoutKey(db)) {
    try {
      await keepNicknameKey(db, id, nicknameKey(nickname));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}

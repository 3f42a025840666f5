import type { MemberRow } from '@mojian/contract/admin/member-detail';
import { stateWords } from './user-words.ts';
import { When } from './when.tsx';
import './user-state.css';

/** A dot and a word; of a disabled one also until when. */
export function UserState({ state, disabledUntil }: Pick<MemberRow, 'state' | 'disabledUntil'>) {
  return (
    <span className={`user-state ${state}`}>
      {stateWords[state]}
      {disabledUntil && (
        <small>
          到 <When time={disabledUntil} />
        </small>
      )}
    </span>
  );
}

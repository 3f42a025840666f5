import type { MemberRow } from '@mojian/contract/admin/member-detail';
import { State } from '../listing/state.tsx';
import { When } from '../when.tsx';
import { stateWords } from './user-words.ts';

const tones = { active: 'ok', disabled: 'bad', closing: 'plan', gone: 'off' } as const;

/** A dot and a word; of a disabled one also until when. */
export function UserState({ state, disabledUntil }: Pick<MemberRow, 'state' | 'disabledUntil'>) {
  return (
    <State tone={tones[state]}>
      {stateWords[state]}
      {disabledUntil && (
        <small>
          到 <When time={disabledUntil} />
        </small>
      )}
    </State>
  );
}

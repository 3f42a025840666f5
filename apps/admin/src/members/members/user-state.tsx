import type { MemberRow } from '@mojian/contract/members/member-detail';
import { State } from '../../platform/listing/state.tsx';
import { When } from '../../platform/when.tsx';
import { stateWords } from './user-words.ts';

const tones = { active: 'ok', disabled: 'bad', closing: 'plan', gone: 'off' } as const;

/** A dot and a word; of a disabled or muted one also until when. */
export function UserState({ state, disabledUntil, mute }: Pick<MemberRow, 'state' | 'disabledUntil' | 'mute'>) {
  return (
    <>
      <Main {...{ state, disabledUntil }} />
      {mute && (
        <State tone="bad">
          {mute.until ? '禁言中' : '永久禁言'}
          {mute.until && (
            <small>
              到 <When time={mute.until} />
            </small>
          )}
        </State>
      )}
    </>
  );
}

function Main({ state, disabledUntil }: Pick<MemberRow, 'state' | 'disabledUntil'>) {
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

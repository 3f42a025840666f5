import type { Failure } from '@mojian/contract/platform/failures';
import { useEffect, useRef, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { readToken } from '../../../session/token.ts';
import type { Guest, GuestForm } from './guest-form.tsx';

type Calls = CallsOf<'comments' | 'guestComments' | 'captcha'>;
type Opened = Pick<typeof import('./guest-form.tsx'), 'GuestFields' | 'GuestChoices'> & { form: GuestForm };

/**
 * A visitor as the writer of a comment: the fields come with the first use of the form, where guests may write. `isOff`:
 * never, as for a thought.
 */
export function useGuest(calls: Calls, { isOff }: { isOff: boolean }) {
  const [opened, setOpened] = useState<Opened>();
  const [guest, setGuest] = useState<Guest>();
  const loading = useRef<Promise<boolean>>(undefined);
  const begin = async () => {
    const terms = await calls.guestComments.terms();
    if (terms.mode === 'off') return false;
    const { guestForm, GuestFields, GuestChoices } = await import('./guest-form.tsx');
    const form = guestForm(calls, terms);
    setGuest(form.first);
    setOpened({ GuestFields, GuestChoices, form });
    return true;
  };
  const load = async () => {
    if (isOff) return false;
    // a failure is tried again with the next use
    loading.current ??= begin().catch(() => {
      loading.current = undefined;
      return false;
    });
    return loading.current;
  };
  const shown = opened && guest && !readToken() ? { ...opened, guest } : undefined;
  return {
    /** Resolves with whether guests may write here. */
    load,
    /** Set where a guest is writing. */
    form: shown?.form,
    name: shown?.guest.name ?? '',
    send: (body: Parameters<GuestForm['send']>[0]) => {
      if (!shown) throw new Error('no guest');
      return shown.form.send(body, shown.guest);
    },
    check: () => shown?.form.check(shown.guest),
    fields: ({ wrong, isWriting, onChange }: FieldsOptions) =>
      shown && (
        <>
          <Proving form={shown.form} isWriting={isWriting} />
          <shown.GuestFields
            {...shown}
            wrong={wrong}
            change={(changed) => {
              setGuest(changed);
              if (wrong) onChange();
            }}
          />
        </>
      ),
    choices: () => shown && <shown.GuestChoices {...shown} change={setGuest} />,
  };
}

type FieldsOptions = {
  wrong: Failure | undefined;
  isWriting: boolean;
  /** Called when what a refusal may be about has changed. */
  onChange: () => void;
};

/** Works on the proof while one is writing. */
function Proving({ form, isWriting }: { form: GuestForm; isWriting: boolean }) {
  useEffect(() => {
    if (isWriting) form.prepare();
  }, [form, isWriting]);
  return null;
}

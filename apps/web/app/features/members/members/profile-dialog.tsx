import type { Me } from '@mojian/contract/core/sessions';
import { type FormEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import { CardDialog, SaveRow } from '../../../ui/card-dialog.tsx';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { useAskBeforeUnload } from '../../core/forms/use-ask-before-unload.ts';
import { type Draft, ProfileFields } from './profile-fields.tsx';

type Props = {
  me: Me;
  save: (changes: Draft) => Promise<unknown>;
  /** Opens the avatar dialog above this one. */
  onFace: () => void;
  close: () => void;
};

/** Profile form. Refusals keep what was typed; leaving with changes is confirmed. */
export function ProfileDialog({ me, save, onFace, close }: Props) {
  const { nickname, intro, website, place } = me;
  const before: Draft = { nickname, intro, website, place };
  const [draft, setDraft] = useState(before);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before);
  const { isBusy, refusal, send } = useSending();
  const leaving = useLeaving(isChanged);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || (await send(() => save(draft)))) close();
  };
  return (
    <CardDialog title="编辑资料" close={close} mayClose={leaving.mayLeave}>
      <form onSubmit={onSubmit} noValidate>
        <div className="row gap-4">
          <Face name={nickname} picture={ownPicture(me.avatar)} size="xl" />
          <button className="btn btn-sm" type="button" onClick={onFace}>
            更换头像
          </button>
        </div>
        <ProfileFields
          draft={draft}
          change={(part) => setDraft((present) => ({ ...present, ...part }))}
          refusal={refusal}
        />
        {leaving.asks ? (
          <Unsaved
            stay={leaving.stay}
            leave={() => {
              leaving.leave();
              close();
            }}
          />
        ) : (
          <SaveRow isBusy={isBusy} />
        )}
      </form>
    </CardDialog>
  );
}

type UnsavedProps = { stay: () => void; leave: () => void };

/** Replaces the save button while leaving has to be confirmed. */
function Unsaved({ stay, leave }: UnsavedProps) {
  return (
    <div className="user-unsaved" role="alertdialog" aria-labelledby="unsaved">
      <p id="unsaved">改动还没有保存，确定离开吗？</p>
      <p className="card-dialog-actions">
        <button className="btn quiet" type="button" onClick={leave}>
          不保存
        </button>
        <button className="btn" type="button" onClick={stay} ref={focusOnce}>
          继续编辑
        </button>
      </p>
    </div>
  );
}

/** A stable function: a new one would focus at each render. */
function focusOnce(button: HTMLButtonElement | null) {
  button?.focus();
}

/**
 * Confirms closing, going back and leaving the site with unsaved changes. `asks` while the question is open; closing
 * once more stays.
 */
function useLeaving(isChanged: boolean) {
  const [isClosing, setClosing] = useState(false);
  const blocker = useBlocker(isChanged);
  useAskBeforeUnload(isChanged);
  const isBlocked = blocker.state === 'blocked';
  const asks = isClosing || isBlocked;
  const stay = () => {
    setClosing(false);
    if (isBlocked) blocker.reset();
  };
  const leave = () => {
    if (isBlocked) blocker.proceed();
  };
  const mayLeave = () => {
    if (asks) stay();
    else setClosing(isChanged);
    return !isChanged;
  };
  return { asks, stay, leave, mayLeave };
}

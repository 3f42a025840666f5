import type { Me } from '@mojian/contract/core/sessions';
import { type FormEvent, useState } from 'react';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { type Draft, ProfileFields } from './profile-fields.tsx';
import { Unsaved } from './unsaved.tsx';
import { useLeaving } from './use-leaving.ts';

type Props = {
  me: Me;
  save: (changes: Draft) => Promise<unknown>;
  /** Opens the dialog for another face above this one. */
  onFace: () => void;
  close: () => void;
};

/** What a member tells of themselves. Nothing typed is lost: not by a refusal, and not by leaving without being asked. */
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
        <div className="face-line">
          <Face name={nickname} picture={ownPicture(me.avatar)} size="xl" />
          <button className="btn sm" type="button" onClick={onFace}>
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
          <p className="does">
            <button className="btn seal-b" type="submit" aria-disabled={isBusy}>
              {isBusy ? '正在保存…' : '保存'}
            </button>
          </p>
        )}
      </form>
    </CardDialog>
  );
}

import type { BlockedPerson } from '@mojian/contract/core/blocks';
import { useEffect, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { rememberBlocked } from '../../core/blocks/blocked-ids.ts';

type Props = { calls: CallsOf<'blocks'>; close: () => void };

/** Blocked members, each with a button that lifts it. */
export function BlockedDialog({ calls, close }: Props) {
  const [people, setPeople] = useState<BlockedPerson[] | 'failed'>();
  const { isBusy, refusal, send } = useSending();
  useEffect(() => {
    calls.blocks.list().then(setPeople, () => setPeople('failed'));
  }, [calls]);
  const lift = ({ id }: BlockedPerson) =>
    send(async () => {
      await calls.blocks.unblock({ query: { userId: id } });
      rememberBlocked(id, false);
      setPeople((before) => (Array.isArray(before) ? before.filter((person) => person.id !== id) : before));
    });
  return (
    <CardDialog title="拉黑的人" line={lineOf(people)} close={close}>
      {Array.isArray(people) && people.length > 0 && (
        <ul className="account-entries">
          {people.map((person) => (
            <li key={person.id}>
              <Face name={person.nickname} picture={ownPicture(person.avatar)} size="s" />
              <div>
                <b>{person.nickname}</b>
              </div>
              <button
                className="btn btn-sm"
                type="button"
                disabled={isBusy}
                aria-label={`解除对 ${person.nickname} 的拉黑`}
                onClick={() => void lift(person)}
              >
                解除
              </button>
            </li>
          ))}
        </ul>
      )}
      {refusal && (
        <p className="error" role="alert">
          {refusal.message}
        </p>
      )}
    </CardDialog>
  );
}

function lineOf(people: BlockedPerson[] | 'failed' | undefined) {
  if (people === undefined) return '正在加载…';
  if (people === 'failed') return '加载失败，请稍后再试。';
  return people.length === 0 ? '没有拉黑任何人。' : '他们的评论、说说、留言、通知与聊天不到你这里来，他们自己不知道。';
}

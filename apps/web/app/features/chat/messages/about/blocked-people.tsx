import type { ChatPerson } from '@mojian/contract/chat/messages';
import { useEffect, useState } from 'react';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import type { Chat } from '../chat.ts';

type Props = { chat: Chat; load: () => Promise<ChatPerson[]> };

/** Whom the member blocked, each with the way back. */
export function BlockedPeople({ chat, load }: Props) {
  const [people, setPeople] = useState<ChatPerson[] | 'failed'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, each time the dialog opens
  useEffect(() => {
    load().then(setPeople, () => setPeople('failed'));
  }, []);
  const unblock = async ({ id }: ChatPerson) => {
    if (!(await chat.unblock(id))) return;
    setPeople((before) => (Array.isArray(before) ? before.filter((person) => person.id !== id) : before));
  };
  return (
    <section className="blocked-people" aria-labelledby="blocked-people">
      <h3 id="blocked-people">拉黑的人</h3>
      {people === undefined && <p className="note">正在加载…</p>}
      {people === 'failed' && <p className="note">加载失败，请稍后再试。</p>}
      {Array.isArray(people) && people.length === 0 && <p className="note">没有拉黑任何人。</p>}
      {Array.isArray(people) && people.length > 0 && (
        <ul>
          {people.map((person) => (
            <li key={person.id}>
              <Face name={person.nickname} picture={ownPicture(person.avatar)} size="s" />
              <b>{person.nickname}</b>
              <button
                className="btn sm push"
                type="button"
                aria-label={`解除对 ${person.nickname} 的拉黑`}
                onClick={() => void unblock(person)}
              >
                解除
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

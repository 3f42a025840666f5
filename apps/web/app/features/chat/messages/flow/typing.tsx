import type { ChatPerson } from '@mojian/contract/chat/messages';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';

/** Who is typing. The place stays where it is, so that nothing moves when they begin or stop. */
export function Typing({ people }: { people: ChatPerson[] }) {
  const [first, second] = people;
  return (
    <div className="typing">
      {first && (
        <>
          <Face name={first.nickname} picture={ownPicture(first.avatar)} size="s" />
          <span>
            <bdi>{first.nickname}</bdi>
            {second && (people.length === 2 ? `和${second.nickname}` : `等 ${people.length} 人`)}正在输入
          </span>
          <i aria-hidden="true">
            <b />
            <b />
            <b />
          </i>
        </>
      )}
    </div>
  );
}

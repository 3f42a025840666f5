import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import type { useMentions } from './use-mentions.ts';
import './names.css';

type Props = { id: string; mentions: Pick<ReturnType<typeof useMentions>, 'people' | 'chosen' | 'choose'> };

/** Names that may follow the @; the arrow keys stay in the text and choose here. */
export function MentionList({ id, mentions: { people, chosen, choose } }: Props) {
  return (
    <div id={id} className="names" role="listbox" aria-label="提到谁" hidden={people.length === 0}>
      {people.map((person) => (
        <div
          key={person.id}
          id={`${id}-${person.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={person === chosen}
          // before the field loses the focus
          onMouseDown={(event) => {
            event.preventDefault();
            choose(person);
          }}
        >
          <Face name={person.nickname} picture={ownPicture(person.avatar)} size="s" />
          {person.nickname}
        </div>
      ))}
    </div>
  );
}

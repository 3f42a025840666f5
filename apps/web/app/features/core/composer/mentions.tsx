import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { readToken } from '../../../session/token.ts';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import './mentions.css';

type MentionListProps = { id: string; mentions: Pick<ReturnType<typeof useMentions>, 'people' | 'chosen' | 'choose'> };

/** Suggested names after an @. The focus stays in the text, whose arrow keys choose here. */
export function MentionList({ id, mentions: { people, chosen, choose } }: MentionListProps) {
  return (
    <div id={id} className="mentions" role="listbox" aria-label="提到谁" hidden={people.length === 0}>
      {people.map((person) => (
        <div
          className="row gap-2-5"
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

type Person = { id: number; nickname: string; avatar: string };

type MentionsOptions = {
  field: RefObject<HTMLTextAreaElement | null>;
  setText: (text: string) => void;
  list: (prefix: string) => Promise<Person[]>;
};

const pause = 150;

/** Suggests names for an @ at the caret, for members only, since visitors cannot mention anybody. */
export function useMentions({ field, setText, list }: MentionsOptions) {
  const [people, setPeople] = useState<Person[]>([]);
  const [index, setIndex] = useState(0);
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(asking.current), []);

  const close = () => {
    clearTimeout(asking.current);
    setPeople((before) => (before.length > 0 ? [] : before));
  };
  const suggest = () => {
    const at = mentionIn(field.current);
    if (!at || !readToken()) return close();
    clearTimeout(asking.current);
    asking.current = setTimeout(async () => {
      const found = await list(at.prefix).catch(() => []);
      // the writer may have gone on meanwhile
      if (mentionIn(field.current)?.prefix !== at.prefix) return;
      setPeople(found);
      setIndex(0);
    }, pause);
  };
  const choose = (person: Person | undefined) => {
    const area = field.current;
    const at = mentionIn(area);
    if (!area || !at || !person) return;
    area.setRangeText(`@${person.nickname} `, at.start, area.selectionStart, 'end');
    setText(area.value);
    close();
    area.focus();
  };
  const moves: Record<string, (() => void) | undefined> = {
    ArrowDown: () => setIndex((index + 1) % people.length),
    ArrowUp: () => setIndex((index + people.length - 1) % people.length),
    Escape: close,
    Tab: () => choose(people[index]),
    Enter: () => choose(people[index]),
  };
  /** Handles the keys of an open list; returns whether it did. */
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || people.length === 0 || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    move();
    return true;
  };
  return { people, chosen: people[index], suggest, close, choose, onKeyDown };
}

function mentionIn(area: HTMLTextAreaElement | null) {
  return area ? mentionAt(area.value, area.selectionStart) : undefined;
}

/** Finds the unfinished name after an @ at the caret, and the position of that @. */
export function mentionAt(text: string, caret: number) {
  const match = /(^|[^\w@.+-])@([^\s@]{0,20})$/u.exec(text.slice(0, caret));
  return match ? { prefix: match[2] ?? '', start: caret - (match[2]?.length ?? 0) - 1 } : undefined;
}

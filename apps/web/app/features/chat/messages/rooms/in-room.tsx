import type { Room } from '@mojian/contract/chat/messages';
import { useEffect, useRef, useState } from 'react';
import type { ChatParts } from '../chat-parts.ts';
import { FindField } from './find-field.tsx';
import { FindResults } from './find-results.tsx';
import { useFind } from './use-find.ts';

type Props = { room: Room; parts: ChatParts; close: () => void };

/** Looks for what was said in one room, over what is said in it. */
export function InRoom({ room, parts, close }: Props) {
  const [text, setText] = useState('');
  const find = useFind(parts.reading, text, room.id);
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <search ref={place} className="in-room" aria-label={`在${room.name}里搜索`}>
      <div className="in-room-field">
        <FindField
          field={field}
          words="搜索消息"
          text={text}
          setText={setText}
          close={close}
          goDown={() => place.current?.querySelector<HTMLElement>('a.room')?.focus()}
        />
        <button className="btn quiet sm" type="button" onClick={close}>
          收起
        </button>
      </div>
      {find.sought !== '' && (
        <div className="in-room-found">
          <FindResults find={find} meId={parts.me?.id ?? 0} rooms={[room]} leave={close} />
        </div>
      )}
    </search>
  );
}

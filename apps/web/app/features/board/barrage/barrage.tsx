import type { BoardMessage } from '@mojian/contract/board';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { runBarrage } from './run-barrage.ts';

type Props = { messages: BoardMessage[]; words: RefObject<HTMLElement | null> };

/** Messages that cross the picture. For the eyes only: the list says the same to everyone. */
export const Barrage = memo(function Barrage({ messages, words }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages are other slips, to be measured anew
  useEffect(() => {
    if (stage.current && words.current) return runBarrage(stage.current, words.current);
  }, [messages]);
  return (
    <div className="stage" ref={stage} aria-hidden="true">
      {messages.map(({ id, nickname, avatar, place, text }) => (
        <span className="drift" key={id}>
          <Face name={nickname} picture={ownPicture(avatar)} size="s" />
          {nickname === '游客' && place && <small>{`游客 · ${place}`}</small>}
          {text}
        </span>
      ))}
    </div>
  );
});

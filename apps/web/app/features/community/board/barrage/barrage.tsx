import type { BoardMessage } from '@mojian/contract/community/board';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import type { Fresh } from '../use-fresh.ts';
import { type Running, runBarrage } from './run-barrage.ts';

type Props = { messages: BoardMessage[]; fresh: Fresh[]; words: RefObject<HTMLElement | null> };

/** Messages that cross the picture. For the eyes only: the list says the same to everyone. */
export const Barrage = memo(function Barrage({ messages, fresh, words }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const running = useRef<Running>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages are other slips, to be measured anew
  useEffect(() => {
    if (!stage.current || !words.current) return;
    running.current = runBarrage(stage.current, words.current);
    return () => running.current?.stop();
  }, [messages]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is on the stage by now
  useEffect(() => {
    for (const slip of stage.current?.querySelectorAll<HTMLElement>('.drift.new') ?? []) running.current?.welcome(slip);
  }, [fresh]);
  return (
    <div className="stage" ref={stage} aria-hidden="true">
      {messages.map((message) => (
        <Slip key={message.id} message={message} />
      ))}
      {fresh.map(({ message, isMine }) => (
        <Slip key={message.id} message={message} className={isMine ? 'new mine' : 'new'} />
      ))}
    </div>
  );
});

type SlipProps = { message: BoardMessage; className?: string };

function Slip({ message: { nickname, avatar, place, text }, className = '' }: SlipProps) {
  return (
    <span className={`drift ${className}`}>
      <Face name={nickname} picture={ownPicture(avatar)} size="s" />
      {nickname === '游客' && place && <small>{`游客 · ${place}`}</small>}
      <bdi>{text}</bdi>
    </span>
  );
}

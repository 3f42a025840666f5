import type { BoardMessage } from '@mojian/contract/community/board';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { BoardText } from './board-list.tsx';
import {
  fly,
  gapBefore,
  ground,
  hasRoom,
  type Lane,
  layStart,
  mostOn,
  openLanes,
  roomiest,
  visiblePlace,
  visibleWidthOf,
} from './lanes.ts';
import type { Fresh } from './use-fresh.ts';

type Props = { messages: BoardMessage[]; fresh: Fresh[]; words: RefObject<HTMLElement | null> };

/** Messages crossing the picture. Hidden from screen readers, as the list has the same. */
export const Barrage = memo(function Barrage({ messages, fresh, words }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const running = useRef<Running>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts the animation for other messages
  useEffect(() => {
    if (!stage.current || !words.current) return;
    running.current = runBarrage(stage.current, words.current);
    return () => running.current?.stop();
  }, [messages]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once new messages are rendered
  useEffect(() => {
    for (const slip of stage.current?.querySelectorAll<HTMLElement>('.barrage-slip.barrage-slip-new') ?? [])
      running.current?.welcome(slip);
  }, [fresh]);
  return (
    <div className="barrage" ref={stage} aria-hidden="true">
      {messages.map((message) => (
        <Slip key={message.id} message={message} />
      ))}
      {fresh.map(({ message, isMine }) => (
        <Slip
          key={message.id}
          message={message}
          className={isMine ? 'barrage-slip-new barrage-slip-mine' : 'barrage-slip-new'}
        />
      ))}
    </div>
  );
});

type SlipProps = { message: BoardMessage; className?: string };

function Slip({ message: { authorId, nickname, avatar, place, pieces }, className = '' }: SlipProps) {
  return (
    <span className={`row-inline gap-2-5 barrage-slip ${className}`} data-author={authorId}>
      <Face name={nickname} picture={ownPicture(avatar)} size="s" />
      {nickname === '游客' && place && <small className="dim">{`游客 · ${place}`}</small>}
      <BoardText pieces={pieces} side={28} />
    </span>
  );
}

/** Milliseconds between checks for free lanes. */
const tick = 250;
const resizeDelay = 200;

export type Running = Pick<Play, 'welcome' | 'stop'>;

/** Animates the slips endlessly, by transforms only. */
export function runBarrage(stage: HTMLElement, words: HTMLElement): Running {
  let running = new Play(stage, words);
  let size = sizeOf(stage);
  let timer = 0;
  const resized = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (sizeOf(stage) === size) return;
      size = sizeOf(stage);
      running.stop();
      running = new Play(stage, words);
    }, resizeDelay);
  });
  resized.observe(stage);
  return {
    welcome: (slip) => running.welcome(slip),
    stop() {
      clearTimeout(timer);
      resized.disconnect();
      running.stop();
    },
  };
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => `${clientWidth}×${clientHeight}`;

/** Animation of a stage of one size. */
class Play {
  readonly #width: number;
  readonly #inSight: number;
  readonly #most: number;
  readonly #lanes: Lane[];
  readonly #widths: Map<HTMLElement, number>;
  readonly #waiting: Set<HTMLElement>;
  readonly #timer = setInterval(() => this.#look(), tick);
  readonly #forget: () => void;

  constructor(stage: HTMLElement, words: HTMLElement) {
    const { clientWidth: width, clientHeight: height } = stage;
    const slips = [...stage.querySelectorAll<HTMLElement>('.barrage-slip')];
    this.#width = width;
    this.#inSight = visibleWidthOf(stage, words);
    this.#most = mostOn({ width, height });
    this.#lanes = openLanes(stage, words);
    this.#widths = new Map(slips.map((slip) => [slip, slip.offsetWidth]));
    this.#waiting = new Set(slips);
    this.#start(slips);
    this.#forget = watchPointer(stage, this.#lanes);
  }

  /** Shows a slip that was added later at once; slips in its way are requeued. */
  welcome(slip: HTMLElement) {
    if (this.#widths.has(slip)) return;
    this.#widths.set(slip, slip.offsetWidth);
    const { left, elapsedAt } = visiblePlace(slip.offsetWidth, { stage: this.#width, visibleWidth: this.#inSight });
    const room = roomiest(this.#lanes, left, this.#width);
    if (!room) return void this.#waiting.add(slip);
    for (const flying of room.inTheWay) {
      ground(flying);
      this.#waiting.add(flying.slip);
    }
    room.lane.flying = room.lane.flying.filter((flying) => !room.inTheWay.includes(flying));
    this.#launch(room.lane, slip, elapsedAt(room.lane.pace));
  }

  stop() {
    clearInterval(this.#timer);
    this.#forget();
    for (const { flying } of this.#lanes) flying.forEach(ground);
  }

  #start(slips: HTMLElement[]) {
    const stage = { width: this.#width, lanes: this.#lanes.length, most: this.#most };
    for (const { slip, lane, elapsed } of layStart([...this.#widths.values()], stage, Math.random)) {
      const [at, one] = [this.#lanes[lane], slips[slip]];
      if (at && one) this.#launch(at, one, elapsed);
    }
  }

  #look() {
    if (document.hidden) return;
    for (const lane of this.#lanes) {
      const [slip] = this.#waiting;
      if (slip && this.#count() < this.#most && hasRoom(lane)) this.#launch(lane, slip);
    }
  }

  #launch(lane: Lane, slip: HTMLElement, elapsed = 0) {
    const width = this.#widthOf(slip);
    const flying = { slip, width, animation: fly(slip, lane, width, this.#width, elapsed) };
    this.#waiting.delete(slip);
    lane.flying.push(flying);
    lane.gap = gapBefore(Math.random);
    flying.animation.onfinish = () => {
      lane.flying = lane.flying.filter((one) => one !== flying);
      ground(flying);
      this.#waiting.add(slip);
    };
  }

  #count() {
    return this.#lanes.reduce((sum, { flying }) => sum + flying.length, 0);
  }

  #widthOf(slip: HTMLElement) {
    return this.#widths.get(slip) ?? 0;
  }
}

/** Pauses a lane under the pointer, and all while the list is open or the tab is hidden. */
export function watchPointer(stage: HTMLElement, lanes: Lane[]) {
  const ending = new AbortController();
  const { signal } = ending;
  const board = stage.parentElement;
  let pointed: EventTarget | null = null;

  function updateLanes() {
    const all = document.hidden || board?.querySelector('.board-list:focus-within') != null;
    for (const lane of lanes) {
      const isPointed = lane.flying.some(({ slip }) => pointed instanceof Node && slip.contains(pointed));
      lane.isPaused = all || isPointed;
      for (const { animation } of lane.flying) lane.isPaused ? animation.pause() : animation.play();
    }
  }
  const point = ({ type, target }: Event) => {
    pointed = type === 'pointerover' ? target : null;
    updateLanes();
  };
  stage.addEventListener('pointerover', point, { signal });
  stage.addEventListener('pointerout', point, { signal });
  board?.addEventListener('focusin', updateLanes, { signal });
  // after the focus has moved
  board?.addEventListener('focusout', () => queueMicrotask(updateLanes), { signal });
  document.addEventListener('visibilitychange', updateLanes, { signal });
  return () => ending.abort();
}

import { fly, ground, hasRoom, type Lane, openLanes, placeInSight, roomiest, sightOf } from './lane.ts';
import { gapBefore, layStart, mostOn } from './lanes.ts';
import { watchHolds } from './watch-holds.ts';

/** Milliseconds between looks for room. */
const tick = 250;
const settling = 200;

export type Running = Pick<Play, 'welcome' | 'stop'>;

/** Sends the slips of a stage across it, for ever. Only transforms are animated. */
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
    }, settling);
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

/** The slips of a stage of one size. */
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
    const slips = [...stage.querySelectorAll<HTMLElement>('.drift')];
    this.#width = width;
    this.#inSight = sightOf(stage, words);
    this.#most = mostOn({ width, height });
    this.#lanes = openLanes(stage, words);
    this.#widths = new Map(slips.map((slip) => [slip, slip.offsetWidth]));
    this.#waiting = new Set(slips);
    this.#start(slips);
    this.#forget = watchHolds(stage, this.#lanes);
  }

  /** Puts a slip that came onto the stage later into sight at once; who is in its way has to wait again. */
  welcome(slip: HTMLElement) {
    if (this.#widths.has(slip)) return;
    this.#widths.set(slip, slip.offsetWidth);
    const { left, elapsedAt } = placeInSight(slip.offsetWidth, { stage: this.#width, inSight: this.#inSight });
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

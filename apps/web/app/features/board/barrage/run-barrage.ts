import { type Flight, gapBefore, isClear, laneTops, layStart, mostOn, paceOf, timeAcross } from './lanes.ts';

type Flying = { slip: HTMLElement; width: number; animation: Animation };
type Lane = { top: number; pace: number; gap: number; flying: Flying[]; held: boolean };

/** Milliseconds between looks for room. */
const tick = 250;
const settling = 200;

/** Sends the slips of a stage across it, for ever; returns the way to end it. Only transforms are animated. */
export function runBarrage(stage: HTMLElement, words: HTMLElement): () => void {
  let stop = begin(stage, words);
  let size = sizeOf(stage);
  let timer = 0;
  const resized = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (sizeOf(stage) === size) return;
      size = sizeOf(stage);
      stop();
      stop = begin(stage, words);
    }, settling);
  });
  resized.observe(stage);
  return () => {
    clearTimeout(timer);
    resized.disconnect();
    stop();
  };
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => `${clientWidth}×${clientHeight}`;

function begin(stage: HTMLElement, words: HTMLElement) {
  const { clientWidth: width, clientHeight: height } = stage;
  const lanes = laneTops(height, middleOf(stage, words)).map(
    (top, lane): Lane => ({ top, pace: paceOf(lane), gap: gapBefore(Math.random), flying: [], held: false }),
  );
  const slips = [...stage.querySelectorAll<HTMLElement>('.drift')];
  const widths = slips.map(({ offsetWidth }) => offsetWidth);
  const most = mostOn({ width, height });
  const waiting = new Set(slips);

  function launch(lane: Lane, slip: HTMLElement, elapsed = 0) {
    const slipWidth = widths[slips.indexOf(slip)] ?? 0;
    const flying = { slip, width: slipWidth, animation: fly(slip, lane, slipWidth, width, elapsed) };
    waiting.delete(slip);
    lane.flying.push(flying);
    lane.gap = gapBefore(Math.random);
    flying.animation.onfinish = () => {
      lane.flying = lane.flying.filter((one) => one !== flying);
      slip.removeAttribute('data-on');
      waiting.add(slip);
    };
  }
  function look() {
    if (document.hidden) return;
    for (const lane of lanes) {
      const count = lanes.reduce((sum, { flying }) => sum + flying.length, 0);
      const [slip] = waiting;
      if (!slip || count >= most) return;
      if (!lane.held && isClear(flightOf(lane.flying.at(-1)), lane.pace, lane.gap)) launch(lane, slip);
    }
  }

  for (const { slip, lane, elapsed } of layStart(widths, { width, lanes: lanes.length, most }, Math.random)) {
    const [at, one] = [lanes[lane], slips[slip]];
    if (at && one) launch(at, one, elapsed);
  }
  const forget = watchHolds(stage, lanes);
  const timer = setInterval(look, tick);
  return () => {
    clearInterval(timer);
    forget();
    for (const { slip, animation } of lanes.flatMap(({ flying }) => flying)) {
      animation.cancel();
      slip.removeAttribute('data-on');
    }
  };
}

function fly(slip: HTMLElement, { top, pace }: Lane, width: number, stage: number, elapsed: number) {
  slip.style.top = `${top}px`;
  slip.dataset.on = '';
  const path = [{ transform: `translateX(${stage}px)` }, { transform: `translateX(${-width}px)` }];
  const animation = slip.animate(path, { duration: timeAcross(width, pace, stage) * 1000 });
  animation.currentTime = elapsed * 1000;
  return animation;
}

/** The animation's own clock stands still while it is held. */
function flightOf(flying: Flying | undefined): Flight | undefined {
  return flying && { width: flying.width, elapsed: Number(flying.animation.currentTime ?? 0) / 1000 };
}

function middleOf(stage: HTMLElement, words: HTMLElement) {
  const { top } = stage.getBoundingClientRect();
  const middle = words.getBoundingClientRect();
  return { top: middle.top - top, bottom: middle.bottom - top };
}

/** A lane stands still under the pointer, all of them while the list is being read or the tab is out of sight. */
function watchHolds(stage: HTMLElement, lanes: Lane[]) {
  const ending = new AbortController();
  const { signal } = ending;
  const board = stage.parentElement;
  let pointed: EventTarget | null = null;

  function settle() {
    const all = document.hidden || board?.querySelector('.board-list:focus-within') != null;
    for (const lane of lanes) {
      const isPointed = lane.flying.some(({ slip }) => pointed instanceof Node && slip.contains(pointed));
      lane.held = all || isPointed;
      for (const { animation } of lane.flying) lane.held ? animation.pause() : animation.play();
    }
  }
  const point = ({ type, target }: Event) => {
    pointed = type === 'pointerover' ? target : null;
    settle();
  };
  stage.addEventListener('pointerover', point, { signal });
  stage.addEventListener('pointerout', point, { signal });
  board?.addEventListener('focusin', settle, { signal });
  // only after the focus has arrived elsewhere
  board?.addEventListener('focusout', () => queueMicrotask(settle), { signal });
  document.addEventListener('visibilitychange', settle, { signal });
  return () => ending.abort();
}

import { Failure } from '@mojian/contract/platform/failures';

/** Bytes of a body from which it takes room: most of what people send is far below. */
export const largeFrom = 64 * 1024;

/** Bytes on their way or being worked on in all, and of one member: four and two of the largest. */
const room = 32 * 1024 * 1024;
const roomOfOne = 16 * 1024 * 1024;
/** Milliseconds a body may be on its way. */
const timeLimit = 60_000;
/** Where there is no room, who has been sending for so long and sends fewer bytes a second loses theirs. */
const graceTime = 5000;
const slow = 128 * 1024;
const comeBackAfter = 5;

type Bounds = { room?: number; roomOfOne?: number; timeLimit?: number; graceTime?: number };

type Body = { owner: number; bytes: number; begun: number; isWhole: boolean; received: () => number; cut: () => void };

/** Room in memory for the large bodies of members: each is there as bytes, as text and as values until it is answered. */
export class LargeBodies {
  readonly #bounds: Required<Bounds>;
  readonly #bodies = new Set<Body>();

  constructor(bounds: Bounds = {}) {
    this.#bounds = { room, roomOfOne, timeLimit, graceTime, ...bounds };
  }

  /**
   * Takes room for a body of so many bytes. `cut` ends one that comes too slowly.
   * @throws Failure unavailable when there is none.
   */
  take({ owner, bytes, received, cut }: Pick<Body, 'owner' | 'bytes' | 'received' | 'cut'>) {
    const taken = this.#bytesOf((body) => body.owner === owner);
    if (taken > 0 && taken + bytes > this.#bounds.roomOfOne) throw full('你的几份长内容正在接收，请等它们传完再试');
    while (this.#bodies.size > 0 && this.#bytesOf(() => true) + bytes > this.#bounds.room)
      if (!this.#cutSlowest()) throw full('正在接收的长内容太多，请过几秒再试');

    const body: Body = { owner, bytes, received, cut, begun: performance.now(), isWhole: false };
    this.#bodies.add(body);
    const late = setTimeout(() => this.#cut(body), this.#bounds.timeLimit).unref();
    return {
      /** It has come: nobody is slow any more but ourselves. */
      arrived: () => {
        body.isWhole = true;
        clearTimeout(late);
      },
      end: () => {
        clearTimeout(late);
        this.#bodies.delete(body);
      },
    };
  }

  #bytesOf(counts: (body: Body) => boolean) {
    let sum = 0;
    for (const body of this.#bodies) if (counts(body)) sum += body.bytes;
    return sum;
  }

  /** A few who drip would keep all others out. */
  #cutSlowest() {
    const now = performance.now();
    const pace = (body: Body) => (body.received() * 1000) / (now - body.begun);
    const [slowest] = [...this.#bodies]
      .filter((body) => !body.isWhole && now - body.begun > this.#bounds.graceTime && pace(body) < slow)
      .sort((one, other) => pace(one) - pace(other));
    if (slowest) this.#cut(slowest);
    return slowest !== undefined;
  }

  #cut(body: Body) {
    this.#bodies.delete(body);
    body.cut();
  }
}

function full(words: string) {
  return new Failure('unavailable', words, undefined, comeBackAfter);
}

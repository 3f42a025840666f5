import type { ServerResponse } from 'node:http';

/** Counts answers that are being sent, of each address and of all together: each holds a file and a piece of it. */
export class RepliesUnderWay {
  readonly #most: { ofAddress: number; atAll: number };
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(most: { ofAddress: number; atAll: number }) {
    this.#most = most;
  }

  /** Counts one more until it is sent or broken off. Says whether there was room for it. */
  begin(address: string, answer: ServerResponse) {
    const others = this.#byAddress.get(address) ?? 0;
    if (this.#all >= this.#most.atAll || others >= this.#most.ofAddress) return false;
    this.#all++;
    this.#byAddress.set(address, others + 1);
    answer.once('close', () => this.#end(address));
    return true;
  }

  #end(address: string) {
    this.#all--;
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, left);
  }
}

/** The eight words a SHA-256 is under way with. */
export type State = Int32Array;

const primes = firstPrimes(64);
/** The fractional parts of the primes' square and cube roots. Source: FIPS 180-4, sections 4.2.2 and 5.3.3. */
export const begin: State = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const schedule = new Int32Array(64);

/** Takes one block of 64 bytes, as 16 words, into the state. Source: FIPS 180-4, section 6.2.2. */
export function compress(state: State, block: Int32Array): State {
  schedule.set(block);
  for (let t = 16; t < 64; t++) {
    const early = word(schedule, t - 15);
    const late = word(schedule, t - 2);
    const sigma0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const sigma1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    schedule[t] = word(schedule, t - 16) + sigma0 + word(schedule, t - 7) + sigma1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + word(constants, t) + word(schedule, t)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  return state.map((value, index) => value + (added[index] as number));
}

const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));
const word = (words: Int32Array, index: number) => words[index] as number;

function fraction(root: number) {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number) {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

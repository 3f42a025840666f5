/** One of the choices by a chance from 0 to below 1; never the last one again while there are others. */
export function pickOther(choices: string[], last: string, chance: number): string {
  const others = choices.filter((choice) => choice !== last);
  const pool = others.length > 0 ? others : choices;
  return pool[Math.floor(chance * pool.length)] ?? '';
}

const branches = '子丑寅卯辰巳午未申酉戌亥';
const quarters = '初一二三四五六七';
const quarter = 15 * 60_000;
/** China time is eight hours ahead, and the day of twelve begins an hour before midnight. */
const ahead = 9 * 3_600_000;

/** A moment by the old clock of China: 15:50 → 申时 三刻. */
export function doubleHour(at: number): string {
  const passed = Math.floor((at + ahead) / quarter) % 96;
  return `${branches[Math.floor(passed / 8)]}时 ${quarters[passed % 8]}刻`;
}

const terms = '立春雨水惊蛰春分清明谷雨立夏小满芒种夏至小暑大暑立秋处暑白露秋分寒露霜降立冬小雪大雪冬至小寒大寒';
const stems = '甲乙丙丁戊己庚辛壬癸';
const branches = '子丑寅卯辰巳午未申酉戌亥';

/** A China day in the words of the old calendar: 2026-11-22 → 丙午年 小雪. The year turns at 立春. */
export function solarTerm(day: string): string {
  const endOfDay = Date.parse(`${day}T24:00:00+08:00`);
  const term = Math.floor(((sunLongitude(endOfDay) + 45) % 360) / 15);
  const year = Number(day.slice(0, 4)) - 4 - (term >= 22 ? 1 : 0);
  return `${stems[year % 10]}${branches[year % 12]}年 ${terms.slice(term * 2, term * 2 + 2)}`;
}

/**
 * Degrees, within about 0.01 (a quarter of an hour). Source: Astronomical Almanac, low-precision formula for the Sun.
 */
function sunLongitude(time: number) {
  const days = (time - Date.UTC(2000, 0, 1, 12)) / 86_400_000;
  const anomaly = ((357.528 + 0.9856003 * days) * Math.PI) / 180;
  const longitude = 280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly);
  return ((longitude % 360) + 360) % 360;
}

const units: [string, number][] = [
  ['天', 86_400],
  ['时', 3_600],
  ['分', 60],
  ['秒', 1],
];

/** HTML of a running time, such as 2456天08时12分33秒. `time`: milliseconds. */
export function runningTime(time: number) {
  let left = Math.max(0, Math.floor(time / 1000));
  return units
    .map(([unit, seconds]) => {
      const count = Math.floor(left / seconds);
      left %= seconds;
      return `<span>${String(count).padStart(2, '0')}<small>${unit}</small></span>`;
    })
    .join('');
}

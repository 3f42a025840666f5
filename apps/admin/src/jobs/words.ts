/** `11-20 08:30:05`, with the year when it is another. */
export function moment(time: string) {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  const year = date.getFullYear() === new Date().getFullYear() ? '' : `${date.getFullYear()}-`;
  return `${year}${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `12 毫秒`, `3.4 秒`, `2 分 5 秒` */
export function lasted(milliseconds: number) {
  if (milliseconds < 1000) return `${milliseconds} 毫秒`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} 秒`;
  return `${Math.floor(seconds / 60)} 分 ${Math.round(seconds % 60)} 秒`;
}

/** `每 10 秒`, `每小时`, `每天` */
export function every(seconds: number) {
  const units = [
    [86_400, '天'],
    [3600, '小时'],
    [60, '分钟'],
    [1, '秒'],
  ] as const;
  const [length, unit] = units.find(([length]) => seconds % length === 0) ?? [1, '秒'];
  const count = seconds / length;
  return count === 1 ? `每${unit}` : `每 ${count} ${unit}`;
}

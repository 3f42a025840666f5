/** `12 毫秒`, `3.4 秒`, `2 分 5 秒` */
export function durationText(milliseconds: number) {
  if (milliseconds < 1000) return `${milliseconds} 毫秒`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} 秒`;
  return `${Math.floor(seconds / 60)} 分 ${Math.round(seconds % 60)} 秒`;
}

/** `每 10 秒`, `每小时`, `每天` */
export function intervalText(seconds: number) {
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

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Formats bytes: 「3.4 MB」. */
export function readableSize(bytes: number) {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[step]}`;
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `12.3 MB` */
export function readableSize(bytes: number) {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power > 1 ? 1 : 0)} ${units[power]}`;
}

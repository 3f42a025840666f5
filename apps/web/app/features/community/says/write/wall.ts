/** One taken from its place and put into another; what is beyond the ends stays at the end. */
export function moved<One>(all: One[], from: number, to: number): One[] {
  const rest = all.filter((_, index) => index !== from);
  const one = all[from];
  return one === undefined ? all : rest.toSpliced(Math.max(0, to), 0, one);
}

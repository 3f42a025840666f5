/** A round number not below `most`, and the lines between: three or four of them. */
export function scaleOf(most: number) {
  const rough = Math.max(1, most) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = power < 10 ? [1, 2, 5, 10] : [1, 1.5, 2, 3, 5, 10];
  const step = Math.max(1, (steps.find((times) => times * power >= rough) ?? 10) * power);
  const lines = Math.max(1, Math.ceil(most / step));
  return { top: lines * step, lines: Array.from({ length: lines + 1 }, (_, index) => index * step) };
}

/** Which of so many days get a label, the last always, none too near it. */
export function labelled(days: number, most: number) {
  const every = Math.ceil(days / most);
  const last = days - 1;
  const picked = Array.from({ length: Math.ceil(days / every) }, (_, index) => index * every);
  return [...picked.filter((index) => last - index >= every * 0.6), last];
}

/** What of a picture stays in sight wherever it is cut, in per cent from the left and from the top. */
export type Focus = { focusX: number; focusY: number };

/**
 * The focal point as attributes for marks.css, in steps of ten: the pages' rules forbid style attributes. The middle
 * needs none.
 */
export function focusOf({ focusX = 50, focusY = 50 }: Partial<Focus>) {
  return { ...step('data-fx', focusX), ...step('data-fy', focusY) };
}

function step(name: string, percent: number) {
  const tenths = Math.round(Math.min(100, Math.max(0, percent)) / 10);
  return tenths === 5 ? {} : { [name]: tenths };
}

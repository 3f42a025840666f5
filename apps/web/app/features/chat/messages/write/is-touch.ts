/** Whether fingers do the pointing: then the keyboard covers half the screen, and comes only when it is asked for. */
export function isTouch() {
  return matchMedia('(hover: none) and (pointer: coarse)').matches;
}

/** What notices of a say are about. */
export function subjectOf(id: number) {
  return `say:${id}`;
}

/** Where one say is read. */
export function linkTo(id: number) {
  return `/say?id=${id}`;
}

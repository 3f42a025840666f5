/** Where a row comes to stand: in which group, before which row; at the end of the group without one. */
export type Place = { group: number; before: number | undefined };

const groupsIn = (list: HTMLElement) => {
  const groups = [...list.querySelectorAll<HTMLElement>('[data-drag-group]')];
  return groups.length > 0 ? groups : [list];
};

/** The place at this height of the window, as if the dragged row were not there. */
export function placeAt(list: HTMLElement, dragged: HTMLElement, y: number): Place {
  const groups = groupsIn(list);
  const group = Math.max(
    0,
    groups.findLastIndex((one) => one.getBoundingClientRect().top <= y),
  );
  const rows = [...(groups[group]?.querySelectorAll<HTMLElement>('[data-drag-id]') ?? [])];
  const next = rows.find((row) => row !== dragged && middleOf(row) > y);
  return { group, before: next && Number(next.dataset.dragId) };
}

/** Draws the line, or takes it away. */
export function showPlace(list: HTMLElement, place: Place | undefined) {
  for (const one of document.querySelectorAll<HTMLElement>('[data-drop]')) delete one.dataset.drop;
  const group = place && groupsIn(list)[place.group];
  if (!group) return;
  const others = [...group.querySelectorAll<HTMLElement>('[data-drag-id]:not([data-dragged])')];
  const next = others.find((row) => Number(row.dataset.dragId) === place.before);
  if (next) next.dataset.drop = 'before';
  else (others.at(-1) ?? group).dataset.drop = 'after';
}

function middleOf(row: HTMLElement) {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}

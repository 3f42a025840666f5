import { type RefObject, useEffect, useEffectEvent } from 'react';
import './drag.css';

type Options = { isFixed: boolean; onDrop: (id: number, place: DropTarget) => void };

/**
 * Lets rows (`data-drag-id`) be dragged within and between groups (`data-drag-group`): by their handle, with a mouse
 * by anything but a control.
 */
export function useDrag(list: RefObject<HTMLElement | null>, { isFixed, onDrop }: Options) {
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const element = list.current;
    if (!element || isFixed) return;
    const take = (event: PointerEvent) => {
      const row = draggedRow(event);
      if (row) drag(element, row, event, (place) => drop(Number(row.dataset.dragId), place));
    };
    element.addEventListener('pointerdown', take);
    return () => element.removeEventListener('pointerdown', take);
  }, [list, isFixed]);
}

function draggedRow({ target, pointerType, button, isPrimary }: PointerEvent) {
  if (!(target instanceof Element) || button !== 0 || !isPrimary) return null;
  const isHeld = target.closest('.drag-handle') || (pointerType === 'mouse' && !target.closest(interactive));
  return isHeld ? target.closest<HTMLElement>('[data-drag-id]') : null;
}

const interactive = 'button, a, input, textarea, .ant-switch, .ant-input-affix-wrapper';

/** Movement below this is a click. */
const clickTolerancePx = 4;

/** Follows one pointer until it is released; `onDrop` gets the target. Escape and pointercancel restore the row. */
function drag(list: HTMLElement, row: HTMLElement, start: PointerEvent, onDrop: (place: DropTarget) => void) {
  const over = new AbortController();
  const { signal } = over;
  let lifted: DragSession | undefined;
  const end = (isDropped: boolean) => {
    over.abort();
    const place = lifted?.put();
    if (isDropped && place) onDrop(place);
  };
  const onMove = ({ pointerId, clientY }: PointerEvent) => {
    if (pointerId !== start.pointerId) return;
    if (!lifted && Math.abs(clientY - start.clientY) > clickTolerancePx) lifted = lift(list, row, start);
    lifted?.follow(clientY);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !lifted) return;
    // must not close the dialog around the list
    event.preventDefault();
    event.stopImmediatePropagation();
    end(false);
  };
  const isOurs = (event: PointerEvent) => event.pointerId === start.pointerId;
  addEventListener('pointermove', onMove, { signal });
  addEventListener('pointerup', (event) => isOurs(event) && end(true), { signal });
  addEventListener('pointercancel', (event) => isOurs(event) && end(false), { signal });
  addEventListener('keydown', onKey, { signal, capture: true });
}

type DragSession = { follow: (y: number) => void; put: () => DropTarget | undefined };

/** Moves the row with the pointer and draws a line at the drop target. */
function lift(list: HTMLElement, row: HTMLElement, { pointerId, clientY }: PointerEvent): DragSession {
  const grabbed = clientY - row.getBoundingClientRect().top;
  const scroller = scrollerOf(list);
  let y = clientY;
  let moved = 0;
  let place: DropTarget | undefined;
  list.setPointerCapture(pointerId);
  row.dataset.dragged = '';

  const show = () => {
    const { top, height } = row.getBoundingClientRect();
    const within = list.getBoundingClientRect();
    const wanted = Math.max(within.top, Math.min(y - grabbed, within.bottom - height));
    moved += wanted - top;
    row.style.translate = `0 ${moved}px`;
    place = dropTargetAt(list, row, y);
    showDropLine(list, place);
  };
  // keeps scrolling while the pointer rests at an edge
  let frame = requestAnimationFrame(function step() {
    if (scrollAtEdge(scroller, y)) show();
    frame = requestAnimationFrame(step);
  });

  return {
    follow(to) {
      y = to;
      show();
    },
    put() {
      cancelAnimationFrame(frame);
      showDropLine(list, undefined);
      row.style.translate = '';
      delete row.dataset.dragged;
      return place;
    },
  };
}

/** The group and the row to stand before; the end of the group without one. */
export type DropTarget = { group: number; before: number | undefined };

const groupsIn = (list: HTMLElement) => {
  const groups = [...list.querySelectorAll<HTMLElement>('[data-drag-group]')];
  return groups.length > 0 ? groups : [list];
};

/** Finds the target at a height of the window, ignoring the dragged row. */
function dropTargetAt(list: HTMLElement, dragged: HTMLElement, y: number): DropTarget {
  const groups = groupsIn(list);
  const group = Math.max(
    0,
    groups.findLastIndex((one) => one.getBoundingClientRect().top <= y),
  );
  const rows = [...(groups[group]?.querySelectorAll<HTMLElement>('[data-drag-id]') ?? [])];
  const next = rows.find((row) => row !== dragged && middleOf(row) > y);
  return { group, before: next && Number(next.dataset.dragId) };
}

function showDropLine(list: HTMLElement, place: DropTarget | undefined) {
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

/** Distance from an edge at which it scrolls, and the largest step per frame. */
const edgePx = 64;
const maxStepPx = 14;

function scrollerOf(list: HTMLElement): Element {
  for (let one: Element | null = list; one && one !== document.body; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return document.scrollingElement ?? document.documentElement;
}

/** Scrolls faster the nearer to the edge. Returns whether it moved. */
function scrollAtEdge(scroller: Element, y: number) {
  const { top, bottom } =
    scroller === document.scrollingElement ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
  const beyond = Math.min(0, y - top - edgePx) + Math.max(0, y - bottom + edgePx);
  if (beyond === 0) return false;
  const before = scroller.scrollTop;
  const by = Math.max(-1, Math.min(1, beyond / edgePx)) * maxStepPx;
  scroller.scrollBy({ top: by, behavior: 'instant' });
  return scroller.scrollTop !== before;
}

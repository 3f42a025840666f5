import sprite from '@mojian/ui/icons.svg?url&no-inline';
import { type Toast, takeUnshown } from '../../ui/toast.ts';
import './toasts.css';

/** Milliseconds. */
const shownFor = 3000;
/** Longer for a toast with a button, in milliseconds. */
const actsFor = 8000;
const most = 5;
const icons = { success: 'ok', error: 'warn', warning: 'clock', info: 'info', normal: 'copy' };

/** Live region: polite; errors are assertive. */
const stack = document.createElement('div');
stack.className = 'toasts';
stack.popover = 'manual';
stack.role = 'status';

/** Shows what `toast` reports. Returns the unsubscribe function. */
export function showToasts() {
  const onToast = (event: Event) => {
    event.preventDefault();
    showToast((event as CustomEvent<Toast>).detail);
  };
  addEventListener('mojian:toast', onToast);
  takeUnshown().forEach(showToast);
  return () => removeEventListener('mojian:toast', onToast);
}

function showToast({ type, text, act }: Toast) {
  bringUp();
  for (const same of stack.querySelectorAll<HTMLElement>(`.toast-${type}`))
    if (same.dataset.text === text) same.remove();
  while (stack.children.length >= most) stack.firstElementChild?.remove();
  const toast = drawToast(type, text);
  if (act) addAct(toast, act);
  stack.append(toast);
  runOut(toast, act ? actsFor : shownFor);
}

/** Moves the toasts into the top layer, also above a modal dialog, whose outside is inert. */
function bringUp() {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  const place = dialog ?? document.body;
  if (stack.parentElement !== place) {
    place.append(stack);
    dialog?.addEventListener('close', leaveDialog, { once: true });
  }
  raise();
}

/** Moves the toasts out of a closing dialog. */
function leaveDialog() {
  document.body.append(stack);
  if (stack.firstChild) raise();
}

function raise() {
  if (stack.matches(':popover-open')) stack.hidePopover();
  stack.showPopover();
}

function drawToast(type: Toast['type'], text: string) {
  const toast = document.createElement('p');
  toast.className = `toast toast-${type}`;
  toast.tabIndex = 0;
  if (type === 'error') toast.role = 'alert';
  toast.innerHTML = `<svg class="icon" aria-hidden="true"><use href="${sprite}#${icons[type]}"/></svg>`;
  toast.append(text);
  toast.dataset.text = text;
  return toast;
}

function addAct(toast: HTMLElement, { words, run }: NonNullable<Toast['act']>) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words;
  button.addEventListener('click', () => {
    leave(toast);
    run();
  });
  toast.classList.add('toast-acts');
  toast.append(button);
}

/** Counts down while the toast has neither pointer nor focus. */
function runOut(toast: HTMLElement, time: number) {
  let left = time;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = () => {
    if (timer !== undefined || toast.matches(':hover, :focus-within')) return;
    since = Date.now();
    timer = setTimeout(leave, left, toast);
  };
  const wait = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= Date.now() - since;
  };
  toast.addEventListener('pointerenter', wait);
  toast.addEventListener('focusin', wait);
  toast.addEventListener('pointerleave', go);
  toast.addEventListener('focusout', go);
  go();
}

function leave(toast: HTMLElement) {
  toast.remove();
  if (!stack.firstChild && stack.matches(':popover-open')) stack.hidePopover();
}

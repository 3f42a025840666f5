const above = '.ant-modal-wrap, .ant-drawer-open, .ant-popover:not(.ant-popover-hidden)';

/** Whether somebody is at this list: points at it, stands in it, chose of it, asks something of it or reads on in it. */
export function isInHand(list: HTMLElement | null) {
  if (!list) return false;
  const isAsked = [...document.querySelectorAll(above)].some((one) => one.checkVisibility());
  return (
    isAsked ||
    list.matches(':hover, :focus-within') ||
    list.querySelector('.batch') !== null ||
    list.getBoundingClientRect().top < 0
  );
}

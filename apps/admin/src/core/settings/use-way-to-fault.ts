import { useEffect } from 'react';

/** Once a save is over: to the first thing that was refused, with the keyboard in its field. */
export function useWayToFault(isSaving: boolean) {
  useEffect(() => {
    if (isSaving) return;
    const place = document.querySelector('.group .fault, .group > .ant-alert');
    place?.scrollIntoView({ block: 'center' });
    const field = place?.closest('.field') ?? place;
    const way = ['.filling :is(input, textarea)', '.filling button', '.ways button']
      .map((selector) => field?.querySelector<HTMLElement>(selector))
      .find(Boolean);
    way?.focus({ preventScroll: true });
  }, [isSaving]);
}

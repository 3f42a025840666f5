import { Icon } from '@mojian/ui/icon';
import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';

/** Says that a part of the page did not arrive, and asks for it once more. */
export function LoadFailed() {
  const [failed, setFailed] = useState<{ retry: () => void }>();
  useEffect(() => {
    const onLoadError = (event: Event) => setFailed({ retry: (event as CustomEvent<() => void>).detail });
    addEventListener('mojian:load-error', onLoadError);
    return () => removeEventListener('mojian:load-error', onLoadError);
  }, []);
  if (!failed) return null;

  const close = () => setFailed(undefined);
  const again = () => {
    close();
    failed.retry();
  };
  return (
    <Dialog className="dialog" label="没有取到" onClose={close}>
      <Empty drawing="torn" title="这一页只到了一半">
        <p>网络打了个盹，其余的还在路上。</p>
        <button className="btn sm" type="button" onClick={again}>
          <Icon name="refresh" />
          再试一次
        </button>
      </Empty>
    </Dialog>
  );
}

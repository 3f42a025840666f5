import { Icon } from '@mojian/ui/icon';

export function CloseButton({ close }: { close: () => void }) {
  return (
    <button type="button" className="ib close" aria-label="关闭" onClick={close}>
      <Icon name="x" />
    </button>
  );
}

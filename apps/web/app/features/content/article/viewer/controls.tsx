import { Icon } from '@mojian/ui/icon';
import type { ReactNode, RefObject } from 'react';
import type { Lens } from './lens.ts';

type HeadProps = {
  scale: number;
  lens: RefObject<Lens | null>;
  /** Of a picture that can be kept and turned. */
  address?: string;
  close: () => void;
  children: ReactNode;
};

/** What stands above something looked at large: what it is, how near, and what can be done with it. */
export function ViewerHead({ scale, lens, address, close, children }: HeadProps) {
  return (
    <div className="top">
      <span aria-live="polite">{children}</span>
      <span className="row push">
        <Control icon="minus" label="缩小" onClick={() => lens.current?.zoom(1 / 1.5)} />
        <span className="scale">{Math.round(scale * 100)}%</span>
        <Control icon="plus" label="放大" onClick={() => lens.current?.zoom(1.5)} />
        {address && (
          <>
            <Control icon="rot" label="旋转" onClick={() => lens.current?.turn()} />
            <a className="ib" href={address} download aria-label="下载">
              <Icon name="down2" />
            </a>
          </>
        )}
        <Control icon="x" label="关闭" onClick={close} />
      </span>
    </div>
  );
}

type ControlProps = { icon: string; label: string; className?: string; onClick: () => void };

export function Control({ icon, label, className = '', onClick }: ControlProps) {
  return (
    <button type="button" className={`ib ${className}`} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

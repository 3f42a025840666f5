import { Icon } from '@mojian/ui/icon';
import './empty.css';

/** Empty state: `hills` for nothing yet, `torn` for an error. */
export function Empty({ drawing = 'hills', title, children }: Props) {
  return (
    <div className="empty">
      <Icon name={drawing} />
      <b>{title}</b>
      {children}
    </div>
  );
}

type Props = { drawing?: 'hills' | 'leaf' | 'torn'; title: string; children?: React.ReactNode };

/** Load error with a retry button. */
export function NotLoaded({ title = '加载失败', again }: { title?: string; again: () => void }) {
  return (
    <Empty drawing="torn" title={title}>
      <p>网络打了个盹，稍后再来看看。</p>
      <button className="btn btn-sm" type="button" onClick={again}>
        重试
      </button>
    </Empty>
  );
}

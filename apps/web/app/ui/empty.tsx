import { Icon } from '@mojian/ui/icon';

/** Says kindly that there is nothing, or that something did not arrive: `hills` nothing yet, `torn` half a page. */
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

import { Icon } from '@mojian/ui/icon';

type Props = { icon: string; tone?: 'calm' | 'warn'; children: React.ReactNode; acts?: React.ReactNode };

/** A line under the bar that says how things are with the article, and what can be done about it. */
export function Strip({ icon, tone = 'calm', children, acts }: Props) {
  return (
    <div className="strip" data-tone={tone} role="status">
      <Icon name={icon} />
      <p>{children}</p>
      {acts && <span className="strip-acts">{acts}</span>}
    </div>
  );
}

export function StripButton({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="btn sm" onClick={onClick}>
      {children}
    </button>
  );
}

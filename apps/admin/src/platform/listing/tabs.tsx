import './tabs.css';

/** Views of a list, of which one is always open. `due`: what stands there waits for somebody. */
export type TabsOf = {
  name: string;
  label: string;
  items: { value: string; title: string; count?: number | undefined; due?: boolean }[];
};

type Props = {
  tabs: TabsOf | undefined;
  query: Record<string, string>;
  onChange: (part: Record<string, string>) => void;
};

/** The first is the one that no address names. They are filters in the address like the others. */
export function Tabs({ tabs, query, onChange }: Props) {
  if (!tabs) return null;
  const { name, label, items } = tabs;
  const open = query[name] ?? items[0]?.value;
  return (
    <nav className="listing-tabs" aria-label={label}>
      {items.map(({ value, title, count, due }, at) => (
        <button
          key={value}
          type="button"
          aria-current={value === open ? 'true' : undefined}
          onClick={() => onChange({ [name]: at === 0 ? '' : value })}
        >
          {title}
          {count !== undefined && <span className={due && count > 0 ? 'awaited' : undefined}>{count}</span>}
        </button>
      ))}
    </nav>
  );
}

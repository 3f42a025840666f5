export type Tab = 'write' | 'look';

type Props = {
  tab: Tab;
  show: (tab: Tab) => void;
  /** Opens the sheet of settings, which lies over either. */
  settings: () => void;
};

const tabs = [
  { tab: 'write', words: '编辑' },
  { tab: 'look', words: '预览' },
] as const;

/** On phones one sees one thing at a time. */
export function DeskTabs({ tab: present, show, settings }: Props) {
  return (
    <nav className="tabs desk-tabs" aria-label="查看方式">
      {tabs.map(({ tab, words }) => (
        <button key={tab} type="button" aria-current={tab === present ? 'true' : undefined} onClick={() => show(tab)}>
          {words}
        </button>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={settings}>
        设置
      </button>
    </nav>
  );
}

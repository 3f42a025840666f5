import { Icon } from '../ui/icon.tsx';

export function ThemeButton() {
  return (
    <button
      className="ib theme scripted"
      type="button"
      aria-label="切换深浅色"
      onClick={({ currentTarget }) => toggleFrom(currentTarget)}
    >
      <span className="moon">
        <Icon name="moon" />
      </span>
      <span className="sun">
        <Icon name="sun" />
      </span>
    </button>
  );
}

async function toggleFrom(button: HTMLElement) {
  const { left, top, width, height } = button.getBoundingClientRect();
  const { spreadTheme } = await import('./spread-theme.ts');
  spreadTheme(left + width / 2, top + height / 2);
}

import { Icon } from '@mojian/ui/icon';
import { loadPart } from '../ui/load-part.ts';

export function ThemeButton() {
  return (
    <button
      className="icon-button theme-button scripted"
      type="button"
      aria-label="切换深浅色"
      onClick={({ currentTarget }) => toggleFrom(currentTarget)}
    >
      <span className="theme-button-moon">
        <Icon name="moon" />
      </span>
      <span className="theme-button-sun">
        <Icon name="sun" />
      </span>
    </button>
  );
}

function toggleFrom(button: HTMLElement) {
  const { left, top, width, height } = button.getBoundingClientRect();
  loadPart(
    () => import('./spread-theme.ts'),
    ({ spreadTheme }) => spreadTheme(left + width / 2, top + height / 2),
  );
}

import { Icon } from '@mojian/ui/icon';
import { loadPart } from '../ui/load-part.ts';

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

function toggleFrom(button: HTMLElement) {
  const { left, top, width, height } = button.getBoundingClientRect();
  loadPart(
    () => import('./spread-theme.ts'),
    ({ spreadTheme }) => spreadTheme(left + width / 2, top + height / 2),
  );
}

import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { toggleTheme, useTheme } from '../theme.ts';

export function ThemeButton() {
  const isDark = useTheme() === 'dark';
  return (
    <Button
      type="text"
      aria-label={isDark ? '切换到浅色' : '切换到深色'}
      icon={<Icon name={isDark ? 'sun' : 'moon'} />}
      onClick={toggleTheme}
    />
  );
}

import './for-installer.css';

/** `inCard`: stands in a card whose rows have their own margins. */
type Props = { children: React.ReactNode; isOpen?: boolean; inCard?: boolean };

/** Folds away what only whoever installed the site needs: commands, variables of the environment, names of programs. */
export function ForInstaller({ children, isOpen = false, inCard = false }: Props) {
  return (
    <details className={inCard ? 'for-installer for-installer-in-card' : 'for-installer'} open={isOpen || undefined}>
      <summary>给装站的人</summary>
      <div>{children}</div>
    </details>
  );
}

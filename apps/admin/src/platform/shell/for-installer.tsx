import './for-installer.css';

type Props = { children: React.ReactNode; isOpen?: boolean };

/** Folds away what only whoever installed the site needs: commands, variables of the environment, names of programs. */
export function ForInstaller({ children, isOpen = false }: Props) {
  return (
    <details className="for-installer" open={isOpen || undefined}>
      <summary>给装站的人</summary>
      <div>{children}</div>
    </details>
  );
}

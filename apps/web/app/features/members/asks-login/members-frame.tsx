import './asks-login.css';

type Props = { title: string; line: string; children?: React.ReactNode };

/** The head of a screen that belongs to members, the same for all, and the one sheet below it. */
export function MembersFrame({ title, line, children }: Props) {
  return (
    <main id="main" className="wrap asks-login">
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          <p>{line}</p>
        </div>
      </header>
      {children}
    </main>
  );
}

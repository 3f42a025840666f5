type StateProps = { tone: 'ok' | 'wait' | 'plan' | 'warn' | 'bad' | 'off'; children: React.ReactNode };

/** Shows a dot and a word, since colour alone says nothing. */
export function State({ tone, children }: StateProps) {
  return <span className={`state state-${tone}`}>{children}</span>;
}

type Props = { tone: 'ok' | 'wait' | 'plan' | 'bad' | 'off'; children: React.ReactNode };

/** A state: a dot and a word, never a colour alone. */
export function State({ tone, children }: Props) {
  return <span className={`state ${tone}`}>{children}</span>;
}

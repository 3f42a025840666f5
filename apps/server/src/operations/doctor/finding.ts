/** Result of a check. `warn` is worth attention, `bad` is a fault; both say what to do. */
export type Finding = { name: string; state: 'ok' | 'warn' | 'bad'; text: string; advice: string };

export function ok(name: string, text: string): Finding {
  return { name, state: 'ok', text, advice: '' };
}

export function warn(name: string, text: string, advice: string): Finding {
  return { name, state: 'warn', text, advice };
}

export function bad(name: string, text: string, advice: string): Finding {
  return { name, state: 'bad', text, advice };
}

/** First line of an error's message. */
export function messageOf(error: unknown) {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? '';
}

import { useCallback, useState } from 'react';

/** A dialog about something in a list. `ends` close it; `onDone`, and `reload`, change `round`, which reloads the list. */
export function useListDialog<Subject>() {
  const [open, setOpen] = useState<Subject>();
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((now) => now + 1), []);
  const onClose = () => setOpen(undefined);
  const onDone = () => {
    onClose();
    reload();
  };
  return { open, show: (subject: Subject) => setOpen(() => subject), round, reload, ends: { onClose, onDone } };
}

/** Asks in a dialog while an act runs: `ask` resolves to what `answer` gets, undefined when cancelled. */
export function useQuestion<Question, Answer>() {
  const [open, setOpen] = useState<{ question: Question; resolve: (answer: Answer | undefined) => void }>();
  const ask = (question: Question) => new Promise<Answer | undefined>((resolve) => setOpen({ question, resolve }));
  const answer = (reply?: Answer) => {
    open?.resolve(reply);
    setOpen(undefined);
  };
  return { question: open?.question, ask, answer };
}

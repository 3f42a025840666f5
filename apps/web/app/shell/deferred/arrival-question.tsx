import { useEffect, useState } from 'react';
import { Ask } from '../../ui/card-dialog.tsx';

const eventName = 'mojian:arrival';

type Question = { arriving: string; present: string; answer: (goesOn: boolean) => void };

/** Asks whether to switch from the present session to the account a link brought. */
export function askWhoGoesOn(who: Omit<Question, 'answer'>) {
  return new Promise<boolean>((answer) => {
    dispatchEvent(new CustomEvent<Question>(eventName, { detail: { ...who, answer } }));
  });
}

/** A link never replaces a login silently: the next writing would land in another account. */
export function ArrivalQuestion() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    const hear = (event: Event) => setQuestion((event as CustomEvent<Question>).detail);
    addEventListener(eventName, hear);
    return () => removeEventListener(eventName, hear);
  }, []);
  if (!question) return null;
  const { arriving, present, answer } = question;
  const decide = (goesOn: boolean) => () => {
    setQuestion(undefined);
    answer(goesOn);
  };
  return (
    <Ask
      question={`以「${arriving}」的身份继续？`}
      about={`你打开的链接带着「${arriving}」的登录，而这里现在登录的是「${present}」。不是你自己要换账号的话，请保持现在的登录。`}
      no="保持现在的登录"
      yes="换成这个账号"
      onYes={decide(true)}
      close={decide(false)}
    />
  );
}

import { type MouseEvent, useState } from 'react';
import { Ask } from '../../../../ui/ask.tsx';
import { linkWords } from './link-words.ts';

type Props = { text: string; href: string; tabIndex: 0 | -1 };

/** A link somebody sent. Its real host is always in sight; where that is doubtful its reader is asked first. */
export function SafeLink({ text, href, tabIndex }: Props) {
  const [isAsking, setAsking] = useState(false);
  const words = linkWords(text, href);
  if (!words) return <bdi>{text}</bdi>;
  const { host, rest, name, doubt } = words;
  const onClick = (event: MouseEvent) => {
    if (!doubt) return;
    event.preventDefault();
    setAsking(true);
  };
  const leave = () => {
    setAsking(false);
    open(href, '_blank', 'noopener,noreferrer');
  };
  return (
    <>
      {name && <bdi>{name} </bdi>}
      <a
        className={doubt ? 'out doubtful' : 'out'}
        href={href}
        title={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        tabIndex={tabIndex}
        onClick={onClick}
        onAuxClick={onClick}
      >
        <b>{host}</b>
        {rest && <bdi>{rest}</bdi>}
      </a>
      {isAsking && (
        <Ask
          question={`去 ${host} 吗？`}
          about={`${doubt}如果不认识它，请不要打开，更不要在那里输入密码。`}
          yes="仍然打开"
          onYes={leave}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}

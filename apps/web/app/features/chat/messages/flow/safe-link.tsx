import { type MouseEvent, useState } from 'react';
import { Ask } from '../../../../ui/card-dialog.tsx';

type Props = { text: string; href: string; tabIndex: 0 | -1 };

/** A link in a message. Always shows the real host; doubtful links are confirmed first. */
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
        className={doubt ? 'chat-link chat-link-doubtful accent' : 'chat-link accent'}
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

type LinkWords = {
  /** Host as the browser resolves it: look-alike letters become xn--. */
  host: string;
  /** Path shortened in the middle; '' without one. */
  rest: string;
  /** Label the sender gave the link, where it differs from the address. */
  name: string;
  /** Warning; '' for an unsuspicious link. */
  doubt: string;
};

const longestRest = 36;

/** Texts of a link with its real host; undefined for anything but http and https. */
export function linkWords(text: string, href: string): LinkWords | undefined {
  const address = addressIn(href);
  if (!address) return undefined;
  const { host, pathname, search, hash } = address;
  const isName = !namesAddress(text);
  const rest = `${pathname === '/' ? '' : readable(pathname)}${readable(search)}${readable(hash)}`;
  return { host, rest: isName ? '' : shortened(rest), name: isName ? text : '', doubt: doubtOf(text, address) };
}

function addressIn(href: string) {
  if (!URL.canParse(href)) return undefined;
  const address = new URL(href);
  return address.protocol === 'http:' || address.protocol === 'https:' ? address : undefined;
}

function doubtOf(text: string, { hostname, username, password }: URL): string {
  if (username || password) return '地址里夹着用户名，真正的去处在它后面。';
  const named = hostNamedIn(text);
  if (named && named !== hostname) return `写的是 ${named}，去的却是别处。`;
  if (/(^|\.)xn--/.test(hostname)) return '网址里有与常见字母相像的别种文字。';
  if (/^[\d.]+$|^\[/.test(hostname)) return '它没有名字，只有一串数字。';
  return '';
}

/** Whether a text looks like an address. */
function namesAddress(text: string) {
  return /^(https?:)?\/\//i.test(text.trim()) || hostNamedIn(text) !== undefined;
}

/** Host that a text claims: `bank.cn`, `https://bank.cn/a`. */
function hostNamedIn(text: string) {
  const named = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,}|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/iu.exec(
    text.trim(),
  )?.[1];
  return named && URL.canParse(`https://${named}`) ? new URL(`https://${named}`).hostname : undefined;
}

/** Decodes Chinese in an address; characters that could break the line stay encoded. */
function readable(part: string) {
  return part.replace(/(?:%[89a-f][0-9a-f])+/gi, (bytes) => {
    try {
      const words = decodeURIComponent(bytes);
      return /^[\p{L}\p{N}]+$/u.test(words) ? words : bytes;
    } catch {
      return bytes;
    }
  });
}

function shortened(rest: string) {
  const signs = Array.from(rest);
  if (signs.length <= longestRest) return rest;
  return `${signs.slice(0, 20).join('')}…${signs.slice(-12).join('')}`;
}

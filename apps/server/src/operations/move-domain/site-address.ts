import { domainToUnicode } from 'node:url';

/** Replaces the addresses of one site in a text by those of another. */
export type AddressChange = {
  /** As written by the owner, without scheme: what a text must contain to be concerned. */
  needles: string[];
  /** Addresses of the former site in a text, each once. */
  find: (text: string) => string[];
  replace: (text: string) => string;
};

const special = /[.*+?^${}()|[\]\\/-]/g;
const literal = (text: string) => text.replace(special, String.raw`\$&`);

/**
 * Reads the change from one origin to another. Addresses with http, https or no scheme are meant, plain or
 * percent-encoded; another host that only begins or ends alike is not, nor is a mailbox.
 */
export function addressChange(from: string, to: string): AddressChange {
  const { host } = new URL(from);
  const needles = [...new Set([host, spelledOut(host)])];
  const hosts = needles.map(literal).join('|');
  // excludes the beginning of a longer host or port, and a user name before an @
  const end = String.raw`(?![\w-]|\.[\w-]|:\d|@)`;
  const plain = new RegExp(String.raw`(?:(?<![a-z])https?:|(?<![\w:/.]))\/\/(?:${hosts})${end}`, 'gi');
  const encoded = new RegExp(
    `(?<![a-z])https?%3a%2f%2f(?:${needles.map(encodeURIComponent).map(literal).join('|')})${end}`,
    'gi',
  );
  const whole = new RegExp(String.raw`(?:${plain.source}|${encoded.source})[^\s"'<>()\\]{0,200}`, 'gi');
  return {
    needles,
    find: (text) => [...new Set(text.match(whole) ?? [])],
    replace: (text) => text.replace(plain, () => to).replace(encoded, () => encodeURIComponent(to)),
  };
}

/** A host with the letters of its country, as people write it. */
function spelledOut(host: string) {
  const [, name = host, port = ''] = /^(.*?)(:\d+)?$/.exec(host) ?? [];
  return (domainToUnicode(name) || name) + port;
}

/** Origin of a former address as people write it, with or without https://; undefined for anything else. */
export function readFormerOrigin(written: string): string | undefined {
  const text = written.trim();
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.hostname) || url.username)
    return undefined;
  return url.origin;
}

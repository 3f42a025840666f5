/** Spelling of e-mail addresses, in a module without zod so that pages may load it. */

const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^(?=.{1,64}$)${atom}(?:\\.${atom})*$`, 'u');
const domainPart = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/** Characters nobody sees, which come along when an address is copied. */
const unseen = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g;
/** Longest text that is read as an address. */
const longest = 300;

/**
 * Normalizes an e-mail as people type it: lower case, full-width signs and the full stop of Chinese keyboards to ASCII,
 * no space around the @ and the dots after it, internationalized domain to punycode, so that all spellings are one
 * account. Text that is no e-mail is returned trimmed and in lower case.
 */
export function spellEmail(text: string) {
  if (text.length > longest) return text;
  const plain = text.replace(unseen, '').normalize('NFKC').replaceAll('。', '.').trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = plain
    .slice(at + 1)
    .split('.')
    .map((label) => label.trim())
    .join('.')
    .replace(/(?<!\.)\.+$/, '');
  if (at < 0 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return plain;
  return `${plain.slice(0, at).trimEnd()}@${URL.parse(`http://${domain}`)?.hostname ?? domain}`;
}

const dotless = ['gmail.com', 'googlemail.com'];

/**
 * Mailbox that a normalized address leads to, as far as its form tells: without what follows a plus, and at Gmail without
 * dots. Two addresses of one mailbox may still be two accounts.
 */
export function mailboxOf(email: string) {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+');
  const domain = email.slice(at + 1);
  return dotless.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/**
 * Whether a normalized address has the usual form, with any letters before the @. Quoted and numeric forms are refused.
 */
export function isEmail(text: string) {
  const at = text.lastIndexOf('@');
  return at > 0 && localPart.test(text.slice(0, at)) && domainPart.test(text.slice(at + 1));
}

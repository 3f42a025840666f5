import { z } from 'zod';

const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^(?=.{1,64}$)${atom}(?:\\.${atom})*$`, 'u');
const domainPart = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/**
 * The one spelling of a mailbox: lower case, full-width signs as plain ones, a domain of other scripts in its ASCII form.
 * Two spellings of one mailbox are one account. What is no e-mail comes back trimmed and in lower case.
 */
export function spellEmail(text: string) {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = plain.slice(at + 1);
  if (at < 0 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return plain;
  return `${plain.slice(0, at)}@${URL.parse(`http://${domain}`)?.hostname ?? domain}`;
}

/** True for a spelled address of the usual form, with any letters before the @. Quoted and numeric ones are refused. */
export function isEmail(text: string) {
  const at = text.lastIndexOf('@');
  return at > 0 && localPart.test(text.slice(0, at)) && domainPart.test(text.slice(at + 1));
}

/** An e-mail in its one spelling; `missing` is the refusal of an empty one. */
export function emailField(missing: string) {
  return z
    .string(missing)
    .overwrite(spellEmail)
    .min(1, missing)
    .max(100, '邮箱过长')
    .refine(isEmail, '请输入正确的邮箱');
}

const mask = '••••';

/** What must not be read by whoever may read logs, whichever line it got into. */
const secrets: [RegExp, string][] = [
  [/(?<=:\/\/)[^\s/@"']+@/g, `${mask}@`],
  [/(?<![\w.+-])[\w.+-]+@((?:[\w-]+\.)+[a-z]{2,})/gi, `${mask}@$1`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${mask}`],
  [
    /((?:password|passwd|secret|token|authorization|cookie|api[-_]?key)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\&,;}]+/gi,
    `$1${mask}`,
  ],
  // of one-time codes and of logins under way; those of errors stay
  [/((?:code|验证码)["'\\]{0,8}\s{0,8}[:=：]?\s{0,8}["'\\]{0,8})\d{4,8}\b/gi, `$1${mask}`],
  [/([?&]code=)[^&\s"'\\]+/gi, `$1${mask}`],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, mask],
  // tokens, keys and hashes: long, and of no language
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/g, mask],
];

/** The same text with passwords in addresses, mailboxes, tokens and network addresses masked. */
export function withoutSecrets(text: string) {
  return secrets.reduce((masked, [pattern, instead]) => masked.replace(pattern, instead), text);
}

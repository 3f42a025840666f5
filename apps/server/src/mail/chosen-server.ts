/** A server as somebody fills it in. */
export type MailServer = { host: string; port: number; secure: boolean; user: string; password: string; from: string };

/** The same as SMTP_URL would say it, see readSmtpUrl; nothing without a host. */
export function chosenServer({ host, port, secure, user, password, from }: MailServer): string | undefined {
  if (host === '') return undefined;
  const login = user && `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${secure ? 'smtps' : 'smtp'}://${login}${host}:${port}?from=${encodeURIComponent(from || user)}`;
}

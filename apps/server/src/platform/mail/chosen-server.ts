/** A server as somebody fills it in. */
export type MailServer = { host: string; port: number; secure: boolean; user: string; password: string; from: string };

/** In place of a server, for development and tests: letters are kept on purpose, and whoever runs the site reads them. */
export const keepLetters = 'keep:';

/** Whether letters leave the site at all: through the server the owner has chosen, or that of the environment. */
export function canMail(mail: MailServer, smtpUrl: string | undefined) {
  return (chosenServer(mail) ?? smtpUrl) !== undefined;
}

/** The same as SMTP_URL would say it, see readSmtpUrl; nothing without a host. */
export function chosenServer({ host, port, secure, user, password, from }: MailServer): string | undefined {
  if (host === '') return undefined;
  const login = user && `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${secure ? 'smtps' : 'smtp'}://${login}${host}:${port}?from=${encodeURIComponent(from || user)}`;
}

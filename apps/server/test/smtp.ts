import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Received = {
  from: string;
  to: string[];
  subject: string;
  sender: string;
  text: string;
  html: string;
  headers: Map<string, string>;
};

/** A real mail server on a free port. It takes all letters in the clear, unless `options` say otherwise. */
export async function startSmtp(options: SMTPServerOptions = {}) {
  const mails: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    async onData(stream, { envelope }, done) {
      let source = '';
      for await (const chunk of stream) source += chunk;
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...readMail(source) });
      done();
    },
    ...options,
  });
  server.on('error', () => {}); // a client that leaves in the middle
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { letters: mails, port, close: () => new Promise<void>((done) => server.close(() => done())) };
}

/** Listens like a mail server that repeats only `words`, or stays silent. */
export async function startMuteSmtp(words?: string) {
  const server = createServer((socket) => {
    const talking = words === undefined ? undefined : setInterval(() => socket.write(words), 20);
    socket.on('close', () => clearInterval(talking)).on('error', () => {});
  });
  const calls: unknown[] = [];
  server.on('connection', (socket) => void calls.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { calls, port, close: () => new Promise((done) => server.close(done)) };
}

/** As much of MIME as a letter with a plain and an HTML part uses. */
function readMail(source: string) {
  const [headers, body] = split(source);
  const boundary = headers.get('content-type')?.match(/boundary="([^"]+)"/)?.[1] ?? '';
  const deps = body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, '')));
  const part = (type: string) => {
    const [found, text] = deps.find(([one]) => one.get('content-type')?.startsWith(type)) ?? [];
    return decodeBody(text ?? '', found?.get('content-transfer-encoding') ?? '');
  };
  return {
    subject: decodeWords(headers.get('subject') ?? ''),
    sender: decodeWords(headers.get('from') ?? ''),
    text: part('text/plain'),
    html: part('text/html'),
    headers,
  };
}

function split(source: string): [Map<string, string>, string] {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return [new Map(headers), source.slice(end + 4)];
}

function decodeBody(text: string, encoding: string) {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  return encoding === 'quoted-printable' ? unquoted(text.replace(/=\r\n/g, '')) : text;
}

function decodeWords(text: string) {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, form: string, word: string) =>
      form.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
    );
}

function unquoted(text: string) {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

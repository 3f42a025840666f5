import { letterHtml } from './letter-html.ts';
import type { Letter, Site } from './letters.ts';

export type RenderedLetter = { html: string; text: string };

/** A letter on the site's paper, and the same in plain text. */
export function renderLetter(letter: Letter, site: Site): RenderedLetter {
  return { html: letterHtml(letter, site), text: letterText(letter, site) };
}

function letterText({ subject, lines, code, below = [], quotes = [], button, unsubscribe }: Letter, site: Site) {
  const parts = [
    subject,
    ...lines,
    code && `验证码：${code}`,
    ...below,
    ...quotes.map(({ who, text }) => `${who}：\n> ${text}`),
    button && `${button.words}：\n${button.url}`,
    `—\n${site.name}\n${site.url}\n这封信由程序寄出，不必回复。${unsubscribe ? `\n${unsubscribe.why}\n不想再收到，打开这个网址退订：\n${unsubscribe.url}` : ''}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

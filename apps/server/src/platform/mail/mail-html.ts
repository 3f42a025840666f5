import { escapeHtml } from '@mojian/markdown/text';
import { accentInSrgb } from '@mojian/ui/accent';
import type { Mail, Site } from './mails.ts';

export type RenderedMail = { html: string; text: string };

/** Renders a mail as HTML in the site's style and as plain text. */
export function renderMail(mail: Mail, site: Site): RenderedMail {
  return { html: mailHtml(mail, site), text: mailText(mail, site) };
}

function mailText({ subject, lines, code, below = [], quotes = [], button, unsubscribe }: Mail, site: Site) {
  const paragraphs = [
    subject,
    ...lines,
    code && `验证码：${code}`,
    ...below,
    ...quotes.map(({ who, text }) => `${who}：\n> ${text}`),
    button && `${button.words}：\n${button.url}`,
    `—\n${site.name}\n${site.url}\n这封信由程序寄出，不必回复。${unsubscribe ? `\n${unsubscribe.why}\n不想再收到，打开这个网址退订：\n${unsubscribe.url}` : ''}`,
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

type Accent = Record<'light' | 'dark', { stamp: string; fill: string }>;

const cinnabar: Accent = {
  light: { stamp: '#bc3425', fill: '#b83a2b' },
  dark: { stamp: '#c84532', fill: '#b03c2b' },
};

/** Colours of the site's accent as mail clients understand them. `.xx` classes override them in dark mode. */
const nightOf = ({ dark }: Accent) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #15120f !important; }
  .sheet { background: #1f1b17 !important; border-color: #2e2b27 !important; }
  .well { background: #15120f !important; border-color: #2e2b27 !important; }
  .ink { color: #e1ddd7 !important; }
  .ink-2 { color: #b1ada7 !important; }
  .ink-3, .ink-3 a { color: #928f88 !important; }
  .rule { border-color: #2e2b27 !important; }
  .seal { background: ${dark.stamp} !important; }
  .fill { background: ${dark.fill} !important; }
}`;

const sans = "font-family:'PingFang SC','Microsoft YaHei','Noto Sans SC',system-ui,sans-serif";
const serif = "font-family:'Songti SC','Noto Serif SC',STSong,SimSun,serif";
const mono = "font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace";

/** HTML for mail clients: tables with inline styles. */
function mailHtml(mail: Mail, site: Site) {
  const accent = site.accent ? accentInSrgb(site.accent) : cinnabar;
  const { subject, lines, code, below = [], quotes = [], button, unsubscribe } = mail;
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${nightOf(accent)}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#fcf9f5">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#fcf9f5">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 0 16px">${mailHeader(site.name, accent)}</td></tr>
<tr><td class="sheet" style="background:#fffefb;border:1px solid #e1ddd7;border-radius:6px;padding:32px 28px">
<h1 class="ink" style="margin:0 0 16px;${serif};font-size:20px;line-height:32px;font-weight:700;color:#26201c">${escaped(subject)}</h1>
${[...lines.map(paragraph), code && codeBox(code), ...below.map(paragraph), ...quotes.map((quote) => quoteBox(quote, accent)), button && buttonBox(button, accent)].filter(Boolean).join('\n')}
</td></tr>
<tr><td class="ink-3" style="padding:16px 4px 0;${sans};font-size:13px;line-height:22px;color:#6e6862">
<a href="${escaped(site.url)}" style="color:#6e6862">${escaped(site.name)}</a> · 这封信由程序寄出，不必回复。${unsubscribe ? reasonFor(unsubscribe) : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Site name with a text seal of its first character: pictures in mails are often blocked. */
function mailHeader(name: string, { light }: Accent) {
  const [first] = new Intl.Segmenter('zh').segment(name.trim());
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td class="seal" width="36" height="36" align="center" aria-hidden="true" style="background:${light.stamp};border-radius:4px;${serif};font-size:20px;line-height:36px;color:#fdfaf4">${escaped(first?.segment ?? '')}</td>
<td class="ink" style="padding-left:12px;${serif};font-size:17px;line-height:36px;font-weight:700;color:#26201c">${escaped(name)}</td>
</tr></table>`;
}

function paragraph(line: string) {
  return `<p class="ink-2" style="margin:0 0 12px;${sans};font-size:15px;line-height:26px;color:#524c47">${escaped(line)}</p>`;
}

function codeBox(code: string) {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 16px"><tr>
<td class="well ink" align="center" style="background:#f5f3ec;border:1px solid #e1ddd7;border-radius:6px;padding:18px 8px 18px 16px;${mono};font-size:34px;line-height:44px;letter-spacing:8px;font-weight:700;color:#26201c">${escaped(code)}</td>
</tr></table>`;
}

function quoteBox({ who, text }: { who: string; text: string }, { light }: Accent) {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 12px"><tr>
<td class="well" style="background:#f5f3ec;border-left:3px solid ${light.stamp};border-radius:2px;padding:10px 16px"><span class="ink-3" style="${sans};font-size:13px;line-height:22px;color:#6e6862">${escaped(who)}</span><br><span class="ink" style="${sans};font-size:15px;line-height:26px;color:#26201c;word-break:break-word">${escaped(text)}</span></td>
</tr></table>`;
}

function reasonFor({ why, url }: { why: string; url: string }) {
  return `<br>${escaped(why)}<br>不想再收到，可以<a href="${escaped(url)}" style="color:#6e6862">一键退订</a>。`;
}

function buttonBox({ words, url }: { words: string; url: string }, { light }: Accent) {
  const to = escaped(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:20px 0 12px"><tr>
<td class="fill" style="background:${light.fill};border-radius:6px"><a href="${to}" style="display:inline-block;padding:10px 24px;${sans};font-size:15px;line-height:24px;color:#fdfaf4;text-decoration:none">${escaped(words)}</a></td>
</tr></table>
<p class="ink-3" style="margin:0;${sans};font-size:13px;line-height:20px;color:#6e6862;word-break:break-all">按钮打不开时，请把这个网址复制到浏览器：<br>${to}</p>`;
}

function escaped(text: string) {
  return escapeHtml(text).replaceAll("'", '&#39;');
}

import { shortLine } from '@mojian/contract/platform/format';
import { refusalByCode, senderTo, withinBytes } from './sender.ts';

/** Server酱 takes 32 characters of title and 32 KB of text. */
const longestTitle = 32;
const mostBytes = 8000;

const known = {
  40001: 'SendKey 不对，或今天的次数用完了。到 sct.ftqq.com 核对 SendKey 与余量',
  40010: '同样的内容刚送过',
};

export const sendToServerchan = senderTo({
  name: 'Server酱',
  request({ url }, { site, title, lines, url: page }) {
    const desp = withinBytes([...lines.map(withoutMarkdown), page].join('\n\n'), mostBytes);
    return { url, body: JSON.stringify({ title: shortLine(`${site}：${title}`, longestTitle - 1), desp }) };
  },
  refusalIn: (answer) =>
    refusalByCode(answer, { code: 'code', words: 'message', accepts: ({ code }) => code === 0, known }),
});

/** Its text is Markdown: strangers' words are to show no picture and no link of theirs. */
function withoutMarkdown(line: string) {
  return line.replaceAll(/[\\`*_[\]()<>#!|~]/g, '\\$&');
}

/** Address for a SendKey, of the older service (SCT…) or the newer one (sctp12t…); undefined for other texts. */
export function addressOfSendKey(key: string) {
  const [, number] = /^sctp(\d{1,12})t\w{6,80}$/.exec(key) ?? [];
  if (number !== undefined) return `https://${number}.push.ft07.com/send/${key}.send`;
  return /^SCT\w{6,80}$/.test(key) ? `https://sctapi.ftqq.com/${key}.send` : undefined;
}

import { fieldsOf, plainText, refusalByStatus, senderTo, withinBytes } from './sender.ts';

/** A longer text would come as an attachment. */
const mostBytes = 3800;

const known: Record<string, string> = {
  40101: '要登录，或访问令牌不对。在 ntfy 里新建一个令牌，填到这里',
  40301: '没有往这个主题发的权限。换一个主题，或填访问令牌',
  42901: '发得太快，过一会儿会再试',
  42908: '今天的次数用完了，明天会再送',
  40009: '主题的名字不对，核对地址',
};

export const sendToNtfy = senderTo({
  name: 'ntfy',
  request({ url, secret }, message) {
    const { site, title, url: page } = message;
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      title: encodedWord(`${site}：${title}`.slice(0, 100)),
      click: page,
      ...(secret !== '' && { authorization: `Bearer ${secret}` }),
    };
    return { url, headers, body: withinBytes(plainText(message), mostBytes).split('\n').slice(1).join('\n') };
  },
  refusalIn(answer) {
    const { code } = fieldsOf(answer.text);
    const refusal = refusalByStatus(answer, 'error');
    if (!refusal || typeof code !== 'number') return refusal;
    return { code, text: known[code] ?? refusal.text };
  },
});

/** RFC 2047: headers are ASCII. */
function encodedWord(text: string) {
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

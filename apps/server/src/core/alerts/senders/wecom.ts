import { plainText, refusalByCode, senderTo, withinBytes } from './sender.ts';

/** 企业微信 takes 2048 bytes of text. */
const mostBytes = 2048;

const known = {
  93000: '这个机器人已经不在群里了。去群里重新添加一个，把新地址填到这里',
  93004: '这个机器人被停用了。去群里启用它，或重新添加一个',
  45009: '发得太快，一分钟最多二十条，过一会儿会再试',
  45033: '发得太快，过一会儿会再试',
  44004: '内容是空的',
  40008: '不认这种消息',
  40058: '请求的写法不对',
  '-1': '企业微信正忙，过一会儿会再试',
};

export const sendToWecom = senderTo({
  name: '企业微信',
  request: ({ url }, message) => ({
    url,
    body: JSON.stringify({ msgtype: 'text', text: { content: withinBytes(plainText(message), mostBytes) } }),
  }),
  refusalIn: (answer) =>
    refusalByCode(answer, { code: 'errcode', words: 'errmsg', accepts: ({ errcode }) => errcode === 0, known }),
});

import { plainText, refusalByCode, senderTo, withinBytes } from './sender.ts';

/** Telegram takes 4096 characters. */
const mostBytes = 4000;

export const sendToTelegram = senderTo({
  name: 'Telegram',
  request({ url }, message) {
    const address = new URL(url);
    const chat_id = address.searchParams.get('chat_id') ?? '';
    address.searchParams.delete('chat_id');
    const text = withinBytes(plainText(message), mostBytes);
    return { url: address.href, body: JSON.stringify({ chat_id, text, link_preview_options: { is_disabled: true } }) };
  },
  refusalIn: (answer) =>
    refusalByCode(answer, {
      code: 'error_code',
      words: 'description',
      accepts: ({ ok }) => ok === true,
      known,
      reasons,
    }),
});

const known = {
  401: '令牌不对。向 @BotFather 重新要一个',
  403: '这个机器人不能给你发话',
  404: '令牌不对，或地址里少了 /sendMessage',
  429: '发得太快，过一会儿会再试',
};

const reasons = [
  ['chat not found', '没有这个聊天。先给机器人发一句话，再核对聊天编号'],
  ['blocked by the user', '机器人被你拉黑了。在 Telegram 里解除'],
  ['kicked', '机器人被移出群了。重新拉它进去'],
  ['upgraded to a supergroup', '群升级了，聊天编号变了。重新看一次编号'],
] as const;

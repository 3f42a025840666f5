import type { ChatMessage, Room } from '@mojian/contract/chat/messages';

const longestLine = 80;

/** A message as the one line under its room's name, as the server's list of rooms has it. */
export function lineOf(message: ChatMessage, meId: number): NonNullable<Room['last']> {
  return {
    id: message.id,
    sender: message.sender.nickname,
    text: [message.picture && '[图片]', openingOf(message)].filter(Boolean).join(' '),
    own: message.sender.id === meId,
    createdAt: message.createdAt,
  };
}

function openingOf({ pieces }: ChatMessage) {
  const text = pieces.map((piece) => piece.text).join('');
  const letters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return letters.length > longestLine ? `${letters.slice(0, longestLine).join('')}…` : letters.join('');
}

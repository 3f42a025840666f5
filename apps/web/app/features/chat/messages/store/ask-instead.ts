import { askToLogIn } from '../../../members/asks-login/ask-to-log-in.ts';
import type { Chat } from '../chat.ts';

const ask = async () => {
  askToLogIn();
  return false;
};

/** What a visitor gets who wants to do more than read. */
export const askInstead = {
  send: askToLogIn,
  withdraw: ask,
  hide: ask,
  release: ask,
  report: ask,
  deleteRoom: ask,
  mute: ask,
  accept: ask,
  block: ask,
  unblock: ask,
  setPreferences: ask,
} satisfies Partial<Chat>;

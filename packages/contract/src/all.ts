import { about } from './about.ts';
import { accounts } from './accounts.ts';
import { articles } from './articles.ts';
import { board } from './board.ts';
import { captcha } from './captcha.ts';
import { categories } from './categories.ts';
import { chatRooms } from './chat-rooms.ts';
import { chatSafety } from './chat-safety.ts';
import { chatTalk } from './chat-talk.ts';
import { collects } from './collects.ts';
import { comments } from './comments.ts';
import { drafts } from './drafts.ts';
import { exports } from './exports.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { follows } from './follows.ts';
import { home } from './home.ts';
import { hot } from './hot.ts';
import { links } from './links.ts';
import { markdownFiles } from './markdown-files.ts';
import { members } from './members.ts';
import { navigation } from './navigation.ts';
import { notices } from './notices.ts';
import { passkeys } from './passkeys.ts';
import { revisions } from './revisions.ts';
import { says } from './says.ts';
import { seriesCalls } from './series.ts';
import { sessions } from './sessions.ts';
import { setup } from './setup.ts';
import { shares } from './shares.ts';
import { signIns } from './sign-ins.ts';
import { site } from './site.ts';
import { slugs } from './slugs.ts';
import { social } from './social.ts';
import { tags } from './tags.ts';
import { wechat } from './wechat.ts';

/** The whole API on one page. */
export const api = {
  about,
  accounts,
  articles,
  board,
  captcha,
  categories,
  chat: { ...chatTalk, ...chatRooms, ...chatSafety },
  collects,
  comments,
  drafts,
  exports,
  feedback,
  files,
  follows,
  home,
  hot,
  links,
  markdownFiles,
  members,
  navigation,
  notices,
  passkeys,
  revisions,
  says,
  series: seriesCalls,
  sessions,
  setup,
  shares,
  signIns,
  site,
  slugs,
  social,
  tags,
  wechat,
};

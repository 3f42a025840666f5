import { about } from './pages/about.ts';
import { accounts } from './members/accounts.ts';
import { articles } from './content/articles.ts';
import { board } from './community/board.ts';
import { captcha } from './core/captcha.ts';
import { categories } from './content/categories.ts';
import { chatRooms } from './chat/chat-rooms.ts';
import { chatSafety } from './chat/chat-safety.ts';
import { chatTalk } from './chat/chat-talk.ts';
import { collects } from './content/collects.ts';
import { comments } from './community/comments.ts';
import { drafts } from './content/drafts.ts';
import { exports } from './operations/exports.ts';
import { feedback } from './community/feedback.ts';
import { files } from './core/uploads.ts';
import { follows } from './members/follows.ts';
import { home } from './pages/home.ts';
import { hot } from './pages/hot.ts';
import { links } from './pages/links.ts';
import { markdownFiles } from './content/markdown-files.ts';
import { members } from './members/members.ts';
import { navigation } from './pages/navigation.ts';
import { notices } from './core/notices.ts';
import { passkeys } from './members/passkeys.ts';
import { revisions } from './content/revisions.ts';
import { says } from './community/says.ts';
import { seriesCalls } from './content/series.ts';
import { sessions } from './core/sessions.ts';
import { setup } from './operations/setup.ts';
import { shares } from './content/shares.ts';
import { signIns } from './members/sign-ins.ts';
import { site } from './core/site.ts';
import { slugs } from './content/slugs.ts';
import { social } from './members/social.ts';
import { tags } from './content/tags.ts';
import { wechat } from './members/wechat.ts';

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

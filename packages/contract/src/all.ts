import { chatMessages } from './chat/messages.ts';
import { chatRooms } from './chat/rooms.ts';
import { board } from './community/board.ts';
import { comments } from './community/comments.ts';
import { feedback } from './community/feedback.ts';
import { guestComments } from './community/guest-comments.ts';
import { highlights } from './community/highlights.ts';
import { sayComments, says } from './community/says.ts';
import { articles } from './content/articles.ts';
import { categories } from './content/categories.ts';
import { collects } from './content/collects.ts';
import { drafts } from './content/drafts.ts';
import { markdownFiles } from './content/markdown-files.ts';
import { quoteCards } from './content/quote-cards.ts';
import { revisions } from './content/revisions.ts';
import { seriesCalls } from './content/series.ts';
import { shares } from './content/shares.ts';
import { slugs } from './content/slugs.ts';
import { tags } from './content/tags.ts';
import { blocks } from './core/blocks.ts';
import { captcha } from './core/captcha.ts';
import { notices } from './core/notices.ts';
import { sessions } from './core/sessions.ts';
import { site } from './core/site.ts';
import { stickers } from './core/stickers.ts';
import { files } from './core/uploads.ts';
import { accounts } from './members/accounts.ts';
import { activity } from './members/activity.ts';
import { follows } from './members/follows.ts';
import { guests } from './members/guests.ts';
import { members } from './members/members.ts';
import { passkeys } from './members/passkeys.ts';
import { signIns } from './members/sign-ins.ts';
import { social } from './members/social.ts';
import { wechat } from './members/wechat.ts';
import { exports } from './operations/exports.ts';
import { setup } from './operations/setup.ts';
import { about } from './pages/about.ts';
import { home } from './pages/home.ts';
import { hot } from './pages/hot.ts';
import { links } from './pages/links.ts';
import { navigation } from './pages/navigation.ts';
import { neighbours } from './pages/neighbours.ts';
import { search } from './pages/search.ts';

/** API of the readers' site. */
export const api = {
  about,
  accounts,
  activity,
  articles,
  blocks,
  board,
  captcha,
  categories,
  chat: { ...chatMessages, ...chatRooms },
  collects,
  comments,
  drafts,
  exports,
  feedback,
  files,
  follows,
  guestComments,
  guests,
  highlights,
  home,
  hot,
  quoteCards,
  links,
  markdownFiles,
  members,
  navigation,
  neighbours,
  notices,
  passkeys,
  revisions,
  says: { ...says, ...sayComments },
  search,
  series: seriesCalls,
  sessions,
  setup,
  shares,
  signIns,
  site,
  slugs,
  social,
  stickers,
  tags,
  wechat,
};

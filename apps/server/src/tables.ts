import { chatCalls, chatHidden, chatMessages } from './chat/messages/messages.table.ts';
import { roomMembers, rooms } from './chat/rooms/rooms.table.ts';
import { boardMessages } from './community/board/board.table.ts';
import { comments } from './community/comments/comments.table.ts';
import { feedback } from './community/feedback/feedback.table.ts';
import { guestComments, guestRefusals } from './community/guest-comments/guest-comments.table.ts';
import { highlights, passages } from './community/highlights/highlights.table.ts';
import { mailNotices, mailThreads } from './community/reply-mails/reply-mails.table.ts';
import { reports } from './community/reports/reports.table.ts';
import { says, sayTopics } from './community/says/says.table.ts';
import { albums, articlePasswords, articles, articleTags, unlocks } from './content/articles/articles.table.ts';
import { categories } from './content/categories/categories.table.ts';
import { collects } from './content/collects/collects.table.ts';
import { drafts } from './content/drafts/drafts.table.ts';
import { revisions } from './content/revisions/revisions.table.ts';
import { series } from './content/series/series.table.ts';
import { shares } from './content/shares/shares.table.ts';
import { movedPaths } from './content/slugs/moved-paths.table.ts';
import { tags } from './content/tags/tags.table.ts';
import { accessKeys } from './core/access-keys/access-keys.table.ts';
import { alertChannels, alertDeliveries, alertItems } from './core/alerts/alerts.table.ts';
import { auditLog } from './core/audit/audit.table.ts';
import { blocks } from './core/blocks/blocks.table.ts';
import { users } from './core/identity/users.table.ts';
import { likes } from './core/likes/likes.table.ts';
import { broadcasts, noticeActors, notices } from './core/notices/notices.table.ts';
import { sessions } from './core/sessions/sessions.table.ts';
import { settings } from './core/settings/settings.table.ts';
import { stickerPacks, stickers } from './core/stickers/stickers.table.ts';
import { fileOwners, files } from './core/uploads/files.table.ts';
import { followerMails } from './members/follower-mails/follower-mails.table.ts';
import { follows } from './members/follows/follows.table.ts';
import { memberNotes } from './members/members/member-notes.table.ts';
import { passkeys } from './members/passkeys/passkeys.table.ts';
import { applications, invitations } from './members/registration/registration.table.ts';
import { signIns } from './members/sign-ins/sign-ins.table.ts';
import { socialLinks } from './members/social/social-links.table.ts';
import { takenDown } from './members/taken-down/taken-down.table.ts';
import { wechatCodes, wechatWritings } from './members/wechat/wechat.table.ts';
import { dataArchives } from './operations/exports/data-archives.table.ts';
import { importRuns, remotePictures } from './operations/import/imports.table.ts';
import { backupRemotes, remoteBackups } from './operations/remotes/remotes.table.ts';
import { links } from './pages/links/links.table.ts';
import { navigationGroups, navigationSites } from './pages/navigation/navigation.table.ts';
import { neighbourArticles } from './pages/neighbours/neighbours.table.ts';
import { machinery, type Tables } from './platform/db/table.ts';
import { outbox } from './platform/outbox/outbox.table.ts';
import { tickets } from './platform/tickets/tickets.table.ts';

/** The descriptions of all tables, by which nouns treat what others store: a table without one does not compile. */
export const tables: Tables = {
  articles,
  drafts,
  comments,
  guestComments,
  guestRefusals,
  passages,
  highlights,
  says,
  stickerPacks,
  stickers,
  revisions,
  categories,
  tags,
  articleTags,
  albums,
  articlePasswords,
  series,
  shares,
  unlocks,
  collects,
  movedPaths,
  sayTopics,
  boardMessages,
  chatMessages,
  chatHidden,
  chatCalls,
  rooms,
  roomMembers,
  blocks,
  feedback,
  reports,
  mailThreads,
  mailNotices,
  notices,
  noticeActors,
  broadcasts,
  likes,
  links,
  neighbourArticles,
  navigationSites,
  navigationGroups,
  users,
  memberNotes,
  sessions,
  tickets,
  socialLinks,
  passkeys,
  wechatCodes,
  wechatWritings,
  follows,
  followerMails,
  signIns,
  invitations,
  applications,
  takenDown,
  files,
  fileOwners,
  dataArchives,
  importRuns,
  remotePictures,
  accessKeys,
  alertChannels,
  alertItems,
  alertDeliveries,
  backupRemotes,
  remoteBackups,
  auditLog,
  settings,
  outbox,
  ...machinery(
    'articleCovers',
    'articleDays',
    'articleListDays',
    'articleListMonths',
    'articleListings',
    'articleLists',
  ),
  ...machinery(
    'articleMonths',
    'articlePhotographs',
    'articleStates',
    'backups',
    'chatSequence',
    'counts',
    'feedOrigin',
    'feedPaths',
  ),
  ...machinery('fileUses', 'fileUsesDue', 'followCounts', 'hotCopies', 'importLosses', 'importedRows', 'jobFailures'),
  ...machinery('keptMails', 'limits', 'mailCodes', 'missedPaths', 'neighbourFeeds', 'readMarks', 'relatedArticles'),
  ...machinery('relatedDue'),
  ...machinery(
    'sampleRows',
    'sayMonths',
    'searches',
    'secrets',
    'sitemapParts',
    'sourceDays',
    'visitDays',
    'visitMarks',
  ),
  ...machinery('visitSalts', 'waitingComments', 'wechatMessages', 'writingsDue'),
};

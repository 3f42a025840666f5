import { chatFeed } from './chat/messages/feed.ts';
import { mayHear } from './chat/messages/access.ts';
import { findShowing } from './chat/rooms/rooms.ts';
import { isOfficeTopic, mayHearOffice } from './core/notices/office-changes.ts';
import { findOpenSessions, findViewer } from './core/sessions/sessions.ts';
import type { Db } from './platform/db/schema.ts';
import type { Viewer } from './platform/http/viewer.ts';

/** What the streams ask the nouns: who listens, to what they may, and what was said. */
export function streamParts(db: Db) {
  return {
    feed: chatFeed(db),
    findViewer: (token: string) => findViewer(db, token),
    findSessions: (ids: number[]) => findOpenSessions(db, ids),
    findShowing: (ids: number[]) => findShowing(db, ids),
    mayHear: async (topic: string, viewer: Viewer | null) =>
      isOfficeTopic(topic) ? mayHearOffice(topic, viewer) : mayHear(db, topic, viewer),
  };
}

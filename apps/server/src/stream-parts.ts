import { chatFeed } from './chat/feed.ts';
import { mayHear } from './chat/may-hear.ts';
import type { Db } from './db/schema.ts';
import type { Viewer } from './http/viewer.ts';
import { isOfficeTopic, mayHearOffice } from './office/heard.ts';
import { findShowing } from './rooms/preferences.ts';
import { findOpenSessions, findViewer } from './sessions/sessions.ts';

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

// npm run bench: the whole site. npm run bench -- growth [postgres]: what grows, at three sizes; growth articles [postgres]: up to 100,000 articles. npm run bench -- drafts: saving a long draft.
// npm run bench -- editor: what a key costs in a long article. npm run bench -- backup: 100,000 rows and 500 files.
// npm run bench -- imports [articles] [paragraphs]: 10,000 articles and 50,000 comments, a WordPress file of 200 MB.
// npm run bench -- moved wordpress|ghost <folder>: moves a real blog in, asks for all its addresses, compares 20 articles.
// npm run bench -- dashboard: the back office's first screen with two years of counters.
// npm run bench -- search [folder of the React blog]: whether the right article is found, beside two other ways.
// npm run bench -- chat-history: rooms of 200,000 messages. npm run bench -- streams: a message to 2,000 streams.
// npm run bench -- writing [publish] [comment] [chat] [streams]: time, CPU and fsyncs per act.
// npm run bench -- overload [seconds]: uncached pages at three times what the site can do; overload apart: in another
// process. overload streams: 10,000 idle ones.
// npm run bench -- rivals <folder of Ghost> <folder of WordPress>: the same calls on installed rivals, side by side.
// npm run bench -- paint [paths]: paints, shifts and bytes of an article and the home page on a slow phone.
// npm run bench -- start [sizes]: from the start to the first answer, CPU and memory. soak [minutes]: an hour of everything.
// npm run bench -- guests [comments]: floods of guests' comments from one and from a thousand addresses.
// npm run bench -- neighbours: 300 friends' feeds of all kinds, a round's CPU and memory.
// npm run bench -- screens take|compare: photographs of 42 screens of two checkouts, and what differs.
// npm run bench -- render [other checkouts, built]: a page that is not in the cache, on 1,000 articles.
// npm run bench -- sending [other checkouts, built]: a cached page beside bare Fastify, also behind nginx.
const [which, ...rest] = process.argv.slice(2);

if (which === 'growth') await (await import('./growth/growth.ts')).measureGrowth(rest);
else if (which === 'render') await (await import('./render/render.ts')).measureRenders(rest);
else if (which === 'sending') await (await import('./render/sending.ts')).measureSending(rest);
else if (which === 'chat-history') await (await import('./chat/chat-history.ts')).measureChatHistory();
else if (which === 'search') await (await import('./search/relevance.ts')).measureRelevance(rest);
else if (which === 'drafts') await (await import('./drafts.ts')).measureDrafts();
else if (which === 'backup') await (await import('./backup.ts')).measureBackup();
else if (which === 'imports') await (await import('./imports.ts')).measureImports(rest);
else if (which === 'moved') await (await import('./moving/moved.ts')).compareMoved(rest);
else if (which === 'dashboard') await (await import('./dashboard.ts')).measureDashboard();
else if (which === 'streams') await (await import('./streams/streams.ts')).measureStreams();
else if (which === 'writing') await (await import('./writing/writing.ts')).measureWriting(rest);
else if (which === 'guests') await (await import('./guests.ts')).measureGuests(rest);
else if (which === 'overload') await (await import('./overload/overload.ts')).measureOverload(rest);
else if (which === 'start') await (await import('./start.ts')).measureStart(rest);
else if (which === 'soak') await (await import('./soak/soak.ts')).measureSoak(rest);
else if (which === 'screens') await (await import('./screens.ts')).photographScreens(rest);
else if (which === 'neighbours') await (await import('./neighbours/neighbours.ts')).measureNeighbours();
else if (which === 'rivals') await (await import('./rivals/rivals.ts')).measureRivals(rest);
else if (which === 'paint') await (await import('./paint.ts')).measurePaint(rest);
else if (which === 'editor') await (await import('./editor/editor.ts')).measureEditor();
else {
  await import('./whole.ts');
  await (await import('./editor/editor.ts')).measureEditor();
}

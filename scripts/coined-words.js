/** Words this code base once coined where the trade has its own, with the word to use; see docs/decisions/038. */
export const coinedWords = {
  ear: 'listener',
  ears: 'listeners',
  seat: 'lock',
  seats: 'locks',
  letter: 'mail',
  letters: 'mails',
  pump: 'reader, queue',
  behind: 'in the background, pending',
  stretch: 'range, period',
  hush: 'silence, pause',
  patience: 'timeoutMs, debounceMs',
  deed: 'act',
  deeds: 'acts',
  opener: 'loader',
  openers: 'loaders',
  keeper: 'store, cache',
  homecoming: 'return',
  teller: 'publisher',
  given: 'input, or the noun itself',
  told: 'notified, reported',
  asked: 'requested',
  kept: 'stored',
  parts: 'deps, or the noun itself',
  later: 'next, deferred',
  talk: 'chat, message',
  looks: 'style, appearance',
  sight: 'state, view',
  standing: 'state, status',
  wake: 'resume, notify',
  hold: 'lock, contain, keep; what waits for review alone is held',
  holds: 'contains, locks',
};

/** Exports with several meanings, and type names of grammar instead of content, with the name to use. */
export const coinedNames = {
  wordsOf: 'a name for the noun: titleOf, tokensOf',
  openingOf: 'excerptOf, summaryOf',
  Parts: 'Deps',
  Given: '…Input',
  Asked: '…Request',
  Told: '…Event',
  Kept: 'Stored…',
  requirePresence: 'requireConfirmed',
};

/** Columns and API fields whose values may not change, and what puts a writing back into review: 隐藏 in CONTEXT.md. */
export const storedNames = new Set(['askedBy', 'toldAt', 'hold', 'holdMessage']);

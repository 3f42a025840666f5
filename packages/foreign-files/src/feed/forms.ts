/** Whether a text begins as RSS, RDF or Atom. */
export function isXmlFeed(beginning: string) {
  return /<rss\b|<(?:\w+:)?feed\b[^<>]*http:\/\/www\.w3\.org\/2005\/Atom|<rdf:RDF\b[^<>]*purl\.org\/rss/i.test(
    beginning,
  );
}

/** Whether a text begins as JSON Feed. */
export function isJsonFeed(beginning: string) {
  return (
    /^(?:\xef\xbb\xbf)?\s*\{/.test(beginning) &&
    /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org\\?\/version/.test(beginning)
  );
}

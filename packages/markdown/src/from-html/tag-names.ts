/** Names of HTML elements, obsolete ones included: a text such as `Map<K, V>` only looks like a tag, so any other name counts as one only when its end tag follows. */
export const known = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image
  img input ins kbd label legend li link listing main map mark marquee math menu menuitem meta meter nav nobr noembed
  noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp
  script search section select slot small source span strike strong style sub summary sup svg table tbody td template
  textarea tfoot th thead time title tr track tt u ul var video wbr xmp`.split(/\s+/),
);

/** Elements whose content no page shows as text: without an end tag they would take the rest of the text away. */
export const hiding = new Set(
  `applet audio canvas frameset head iframe math noembed noframes noscript object script select style svg template
  textarea title video xml xmp`.split(/\s+/),
);

/** Elements whose content is text, tags and all. */
export const raw = /^(?:script|style|textarea|title|iframe|xmp|noembed|noframes)$/;

/** Elements that are useless without attributes: a bare `<input>` in a text is the word, not a tag. */
export const needsAttributes = /^(?:area|base|embed|frame|image|img|input|link|meta|param|source|track)$/;

/** Elements that need an end tag. Directly after a word and without an end tag they are text, such as `Array<a>`. */
export const inline =
  /^(?:a|abbr|b|big|button|cite|code|em|font|i|label|map|q|s|samp|section|small|span|strike|strong|time|tt|u|var)$/;

/** Elements that add no nesting: void ones, and those that the next of their kind closes. */
export const flat =
  /^(area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|option|p|param|rp|rt|source|tbody|td|tfoot|th|thead|tr|track|wbr|body|html|head)$/;

export const booleans = new Set(
  `allowfullscreen async autofocus autoplay checked compact controls default defer disabled download hidden inert ismap
  itemscope loop multiple muted nomodule noresize noshade novalidate nowrap open playsinline readonly required reversed
  scoped selected`.split(/\s+/),
);

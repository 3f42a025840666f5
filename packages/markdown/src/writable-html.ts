/** Elements an author may write as HTML. `media` makes video and audio. */
export const writableTags = new Set(
  `a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1
  h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody
  td tfoot th thead time tr u ul var wbr`.split(/\s+/),
);

/** Attributes an author may write on any element. */
export const writableEverywhere = ['title', 'lang', 'dir', 'id'];

/** Attributes an author may write, besides those allowed on all elements. */
export const writableAttributes: Record<string, string[]> = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start', 'reversed'],
  li: ['value'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  details: ['open'],
  time: ['datetime'],
};

/** Elements without content. */
export const voidTags = new Set(['br', 'col', 'hr', 'img', 'wbr']);

/** Texts of which a line remains: replies of others stand below, or nothing else is on the page. */
const texts = (link: string) => [
  { whole: `.comment:has(> div > .comment-head > ${link}:first-child)`, but: ':not(.comment-replies)' },
  { whole: `.say:has(> .say-author > ${link})`, but: '' },
  { whole: `.say-alone:has(.say-alone-head ${link})`, but: '' },
];

/** Entries of lists, which go as a whole. */
const entries = (link: string) => [
  `.comments-list > li:not(:has(.comment-replies)):has(> .comment > div > .comment-head > ${link}:first-child)`,
  `.comment-replies > .comment:has(> div > .comment-head > ${link}:first-child)`,
  `.board-list li:has(.meta > ${link})`,
  `.thoughts-list > li:has(.thoughts-name > ${link})`,
  `.people-list > li:has(> ${link})`,
  `.member-aside-faces > li:has(> ${link})`,
];

const line = `content: '来自你拉黑的人'; grid-column: 1 / -1; font-size: var(--text-sm); color: var(--color-ink-3);`;

let sheet: CSSStyleSheet | undefined;

/**
 * Hides what these members say, by the link to their page, on pages that are rendered for everybody, also what arrives
 * later. What others say about them stays.
 */
export function hideBlocked(ids: readonly number[]) {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(ids.map(rulesFor).join('\n'));
}

function rulesFor(id: number) {
  const link = `a[href="/user/${id}"]`;
  // marks stand where no link to the author does
  const marked = `[data-author="${id}"]`;
  const gone = [...texts(link).map(({ whole, but }) => `${whole} > *${but}`), ...entries(link), marked];
  const said = texts(link).map(({ whole }) => `${whole}::before`);
  return `${gone.join(',')} { display: none !important; } ${said.join(',')} { ${line} }`;
}

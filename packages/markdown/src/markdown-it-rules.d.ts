/** Rules of markdown-it that its published types leave out. */
declare module 'markdown-it/lib/rules_block/html_block.mjs' {
  import type { RuleBlock } from 'markdown-it/lib/parser_block.mjs';

  const rule: RuleBlock;
  export = rule;
}

declare module 'markdown-it/lib/rules_block/reference.mjs' {
  import type { RuleBlock } from 'markdown-it/lib/parser_block.mjs';

  const rule: RuleBlock;
  export = rule;
}

import type { CalloutKind } from './forms.ts';

const opener = /^([ \t]*):{3,}[ \t]*([\w-]+)(.*)/s;
const closer = /^[ \t]*:{3,}[ \t]*$/;

/** The containers the renderer knows, and what others call them. */
const kinds = new Map<string, Lowercase<CalloutKind> | 'details'>(
  Object.entries({
    note: 'note',
    info: 'note',
    tip: 'tip',
    success: 'tip',
    important: 'important',
    warning: 'warning',
    caution: 'caution',
    danger: 'caution',
    error: 'caution',
    details: 'details',
  }),
);

/** `:::tip[Title]` of Docusaurus is written as VitePress writes it; others, such as `::: code-group`, leave their content. */
export function tidyContainers(text: string) {
  const open: boolean[] = [];
  const kept = text.split('\n').flatMap((line) => {
    const [, indentation = '', name = '', title = ''] = opener.exec(line) ?? [];
    const kind = kinds.get(name.toLowerCase());
    if (name) {
      open.push(kind !== undefined);
      const plain = title
        .trimStart()
        .replace(/^\[(.*)\]$/, '$1')
        .replace(/\{[^{}]*\}$/, '');
      return kind ? [`${indentation}::: ${kind} ${plain}`.trimEnd()] : [];
    }
    return closer.test(line) && open.pop() === false ? [] : [line];
  });
  return kept.join('\n').replace(/^[ \t]*(?:\[\[toc\]\]|\[toc\]|@\[toc\]\(.*\))[ \t]*$/gim, '');
}

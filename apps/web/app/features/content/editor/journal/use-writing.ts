import type { EditorView } from '@codemirror/view';
import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { Me } from '@mojian/contract/core/me';
import type { Failure } from '@mojian/contract/platform/failures';
import { useCallback, useRef, useState } from 'react';
import { placeText } from '../desk/place-text.ts';
import type { Writing } from '../editor-parts.ts';
import type { Manuscript } from './manuscript.ts';
import { useSight } from './use-sight.ts';

type Errors = Writing['errors'];

/** The article as every part of the editor works on it. The text belongs to the editor of it, once that is there. */
export function useWriting({ me, manuscript, isMine }: { me: Me; manuscript: Manuscript; isMine: boolean }) {
  const sight = useSight(manuscript);
  const [view, setView] = useState<EditorView | null>(null);
  const [refused, setRefused] = useState<Errors>({});
  const isPlacing = useRef(false);

  const onText = useCallback(
    (text: () => string) => {
      if (isPlacing.current) return;
      setRefused((present) => without(present, ['markdown']));
      manuscript.changeText(text);
    },
    [manuscript],
  );
  const change = (part: Partial<ArticleContent>) => {
    if (!isMine) return;
    const { markdown, ...rest } = part;
    setRefused((present) => without(present, Object.keys(part)));
    if (markdown !== undefined) view ? placeText(view, markdown) : manuscript.change({ markdown });
    if (Object.keys(rest).length > 0) manuscript.change(rest);
  };
  /** The manuscript's text becomes the one that is shown: it came from elsewhere. */
  const show = () => {
    isPlacing.current = true;
    if (view) placeText(view, manuscript.content.markdown);
    isPlacing.current = false;
  };
  const take = (draft: Draft) => {
    manuscript.take(draft);
    show();
  };
  const writing: Writing = {
    me,
    draft: sight.draft,
    content: sight.content,
    markdown: () => manuscript.content.markdown,
    change,
    errors: { ...errorsOf(sight.standing), ...refused },
  };
  const refuse = ({ field, message }: Failure) => field && setRefused({ [fieldOf(field)]: message });
  return { sight, writing, view, setView, onText, take, show, refuse };
}

function errorsOf(standing: Manuscript['standing']): Errors {
  if (standing.is !== 'refused' || !standing.failure.field) return {};
  return { [fieldOf(standing.failure.field)]: standing.failure.message };
}

/** `content.tags.2` is a matter of the tags. */
function fieldOf(field: string) {
  return field.replace(/^content\./, '').split('.')[0] as keyof Errors;
}

function without(errors: Errors, names: string[]): Errors {
  if (!names.some((name) => name in errors)) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}

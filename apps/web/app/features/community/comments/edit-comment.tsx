import type { Comment } from '@mojian/contract/community/comments';
import { useEffect, useState } from 'react';
import { readToken } from '../../../session/token.ts';
import { toast } from '../../../ui/toast.ts';
import { useMentions } from '../../core/composer/mentions.tsx';
import { useComposer } from '../../core/composer/use-composer.ts';
import { editAsGuest } from '../guest-comments/own-comments.ts';
import { FormSheet, focusAtEnd, mentionable, rule } from './comment-form.tsx';
import { type CommentDeps, commentTopic, type Target } from './deps.ts';
import { storedDraft } from './drafts.ts';

type EditProps = {
  comment: Comment;
  target: Target;
  deps: CommentDeps;
  onEdited: (comment: Comment) => void;
  close: () => void;
};

/** State of the comment being edited, with its form. */
export function useEditing(options: Pick<EditProps, 'target' | 'deps' | 'onEdited'>) {
  const [editing, setEditing] = useState<number>();
  const close = (id: number) => {
    setEditing(undefined);
    document.getElementById(`comment-${id}`)?.focus({ preventScroll: true });
  };
  return {
    edit: ({ id }: Comment) => setEditing(id),
    instead: (comment: Comment) =>
      comment.id === editing && <EditForm {...options} comment={comment} close={() => close(comment.id)} />,
  };
}

/** Edits the text of a comment in place. */
function EditForm({ comment, target, deps, onEdited, close }: EditProps) {
  const composer = useComposer({
    stored: storedDraft(`${commentTopic(target)} edit ${comment.id}`, comment.text),
    rule,
    upload: deps.upload,
    send: async ({ text }) => {
      if (text.trim() === comment.text) return null;
      const change = { id: comment.id, text };
      return readToken() ? deps.calls.comments.edit({ body: change }) : editAsGuest(deps.calls, change);
    },
    onSent: (edited, { reset }) => {
      if (edited) toast('success', edited.held ? '已保存，审核通过后大家就能看到' : '已保存');
      if (edited) onEdited(edited);
      reset();
      close();
    },
  });
  const { field, setText } = composer;
  const mentions = useMentions({ field, setText, list: (prefix) => mentionable(deps, target, prefix) });
  useEffect(() => focusAtEnd(field.current), [field]);
  return (
    <FormSheet
      composer={composer}
      className="comment-form comment-form-editing"
      label="编辑评论"
      placeholder="评论不能为空"
      mentions={mentions}
      close={() => {
        composer.reset();
        close();
      }}
      words={['保存', '正在保存…']}
    />
  );
}

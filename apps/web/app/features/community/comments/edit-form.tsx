import type { Comment } from '@mojian/contract/community/comments';
import { longestComment } from '@mojian/contract/platform/rules';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { CommentField, useSend } from './comment-field.tsx';
import { type CommentDeps, type Target, topicOf } from './deps.ts';
import { useDraft } from './drafts.ts';
import { useMentions } from './mentions.tsx';

type Props = {
  comment: Comment;
  target: Target;
  deps: CommentDeps;
  onEdited: (comment: Comment) => void;
  close: () => void;
};

/** Which comment is being edited, and its form. */
export function useEditing(options: Pick<Props, 'target' | 'deps' | 'onEdited'>) {
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
function EditForm({ comment, target, deps: parts, onEdited, close }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, setText, clear } = useDraft(`${topicOf(target)} edit ${comment.id}`, comment.text);
  const list = (prefix: string) => parts.reading.mentionable({ query: { ...target, prefix } });
  const mentions = useMentions({ field, setText, list });
  const { send, isBusy, wrong } = useSend();
  const characters = Array.from(draft.text.trim()).length;
  useEffect(() => {
    const area = field.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);

  const end = () => {
    clear();
    close();
  };
  const save = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (draft.text.trim() === comment.text) return end();
    const edited = await send(draft.text, false, () =>
      parts.calls.edit({ body: { id: comment.id, text: draft.text } }),
    );
    if (!edited) return field.current?.focus();
    toast('success', edited.held ? '已保存，审核通过后大家就能看到' : '已保存');
    onEdited(edited);
    end();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKeyDown(event) || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
    if (event.key === 'Escape') end();
  };
  return (
    <form className="replybox editing" onSubmit={save} noValidate>
      <div className="sheet">
        <CommentField
          {...{ id, field, setText, mentions, onKeyDown, wrong }}
          text={draft.text}
          label="编辑评论"
          placeholder="评论不能为空"
        />
        <div className="bar">
          <span className={characters > longestComment ? 'push over' : 'push'}>
            {characters} / {longestComment}
          </span>
          <button className="btn quiet sm" type="button" onClick={end}>
            取消
          </button>
          <button className="btn seal-b sm" type="submit" aria-disabled={isBusy}>
            {isBusy ? '正在保存…' : '保存'}
          </button>
        </div>
        <p id={`${id}-wrong`} className="err" role="alert">
          {wrong}
        </p>
      </div>
    </form>
  );
}
